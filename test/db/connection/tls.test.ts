import { chmod, chown, copyFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'

import { openDatabase } from '../../../src/db/database.ts'
import { migrate } from '../../../src/db/migrate.ts'
import { startPostgres } from '../../../src/embedded/postgres.ts'
import type { RunningPostgres } from '../../../src/embedded/postgres.ts'
import { createLog } from '../../../src/process/log.ts'
import { SILENT_PROGRESS } from '../../../src/process/progress.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'

const certificate = (name: string) =>
  path.resolve(import.meta.dirname, '../../support/database/postgres-tls', name)
const AUTHORITY = certificate('authority.crt')

let dataDir: string
let postgres: RunningPostgres

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'presenter-tls-'))
  await chmod(dataDir, 0o755)
  postgres = await startPostgres({ dataDir, progress: SILENT_PROGRESS, scratch: true })
  await offerTls()
})
afterAll(async () => {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** The server reads its certificate from its own folder, and its key if nobody else may read it. */
async function offerTls(): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const { rows } = await client.query<{ data_directory: string }>('show data_directory')
  const folder = rows[0]!.data_directory
  const { uid, gid } = await stat(folder)
  for (const name of ['server.crt', 'server.key']) {
    const file = path.join(folder, name)
    await copyFile(certificate(name), file)
    await chown(file, uid, gid)
    await chmod(file, 0o600)
  }
  await client.query('alter system set ssl = on')
  await client.query('select pg_reload_conf()')
  const ssl = async () => (await client.query<{ ssl: string }>('show ssl')).rows[0]?.ssl
  await vi.waitFor(async () => expect(await ssl()).toBe('on'), PATIENTLY)
  await client.end()
}

/** The certificate is for `localhost`. */
function address(parameters: Record<string, string>, host = 'localhost'): string {
  const url = new URL(postgres.url)
  url.hostname = host
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

test('a server whose certificate fits is used, encrypted, for migrations and for everything else', async () => {
  const url = address({ sslmode: 'verify-full', sslrootcert: AUTHORITY })
  await migrate(url)
  const db = openDatabase(url, createLog({ level: 'silent' }))
  const { rows } = await sql<{ ssl: boolean }>`
    select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db)
  expect(rows).toEqual([{ ssl: true }])
  await db.destroy()
})

test('a renewed certificate is used from the next connection on, without a restart', async () => {
  const renewed = path.join(dataDir, 'authority.crt')
  await copyFile(certificate('other-authority.crt'), renewed)
  const db = openDatabase(
    address({ sslmode: 'verify-full', sslrootcert: renewed }),
    createLog({ level: 'silent' }),
  )
  const ask = () => sql<{ one: number }>`select 1 as one`.execute(db)
  await expect(ask()).rejects.toThrow(/self.signed|unable to verify|signature/u)

  await copyFile(AUTHORITY, renewed)
  expect((await ask()).rows).toEqual([{ one: 1 }])
  await db.destroy()
})

describe('a server is refused, and it is said why, when', () => {
  test.each([
    [
      'another authority signed its certificate',
      { sslrootcert: certificate('other-authority.crt') },
      'signed by no authority',
    ],
    ['no authority is named', {}, 'name the one that did with sslrootcert'],
  ])('%s', async (_, parameters, words) => {
    const url = address({ sslmode: 'verify-full', ...parameters })
    await expect(migrate(url)).rejects.toThrow(words)
  })

  test('its certificate is for another host name', async () => {
    const url = address({ sslmode: 'verify-full', sslrootcert: AUTHORITY }, '127.0.0.1')
    await expect(migrate(url)).rejects.toThrow('the certificate of the server is for another host name')
  })

  test('it does not offer TLS', async () => {
    await expect(migrate(`${inject('postgresUrl')}?sslmode=verify-full`)).rejects.toThrow(
      'the server does not offer TLS',
    )
  })
})
