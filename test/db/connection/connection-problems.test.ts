import { randomBytes } from 'node:crypto'

import { expect, inject, test } from 'vitest'

import { createAdministration } from '../../../src/app/administration.ts'
import { readConfig } from '../../../src/config/config.ts'
import { createLog } from '../../../src/process/log.ts'
import { createTestDatabase } from '../../support/database/database.ts'

/** What a process says whose address of the database is this one. */
async function saidOf(databaseUrl: string): Promise<string> {
  const surroundings = {
    databaseUrl,
    temporalAddress: null,
    masterKeys: [randomBytes(32)],
    log: createLog({ level: 'silent' }),
  }
  const administration = createAdministration(readConfig({}), surroundings)
  try {
    await administration.secrets.claim()
    return 'claimed'
  } catch (error) {
    return (error as Error).message
  } finally {
    await administration.close()
  }
}

/** The address of the tests' server, changed. */
function changed(change: (url: URL) => void): string {
  const url = new URL(inject('postgresUrl'))
  change(url)
  return url.href
}

test.each<[string, (url: URL) => void, string]>([
  [
    'a host that nobody knows',
    (url) => (url.hostname = 'no-such-host.invalid'),
    'the name of the host cannot be resolved',
  ],
  ['a port where nothing listens', (url) => (url.port = '1'), 'nothing listens there'],
  ['a wrong password', (url) => (url.password = 'hunter2'), 'the user or the password is wrong'],
  [
    'a database that there is not',
    (url) => (url.pathname = '/none'),
    'the server has no database of this name',
  ],
])('%s is told in words, with the address and without the password', async (_, change, words) => {
  const url = changed(change)
  const said = await saidOf(url)
  expect(said).toContain(words)
  expect(said).toContain(
    `PostgreSQL at ${new URL(url).host}${new URL(url).pathname} cannot be used as presenter`,
  )
  expect(said).not.toContain(new URL(url).password)
})

test('a database without tables says that it is to be migrated', async () => {
  expect(await saidOf(await createTestDatabase())).toContain('run `migrate` first')
})
