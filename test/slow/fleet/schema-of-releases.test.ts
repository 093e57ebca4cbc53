import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { migrate } from '../../../src/db/migrate.ts'
import { createMigratedDatabase, createTestDatabase } from '../../support/database/database.ts'
import { heldStudio } from '../../support/service/held-studio.ts'
import { LATER, migrationNames, withMigrations } from '../../support/database/migrations-of-release.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { startProgram } from '../../support/programs/program.ts'
import type { Program } from '../../support/programs/program.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'

let names: string[]
let services: TestService[] = []
const programs: Program[] = []

beforeAll(async () => {
  names = await migrationNames()
})
afterEach(async () => {
  for (const service of services) await service.stop()
  services = []
})
afterAll(async () => {
  for (const program of programs) program.process.kill('SIGKILL')
  await Promise.all(programs.map(({ ended }) => ended))
})

async function start(options: Parameters<typeof startTestService>[0]): Promise<TestService> {
  const service = await startTestService(options)
  services.push(service)
  return service
}

const migrateToLater = (databaseUrl: string) =>
  withMigrations({ names, own: LATER }, (folder) => migrate(databaseUrl, undefined, folder))

test('a service goes on while a later release migrates its database: what was begun is made, and so is what comes', async () => {
  const studio = heldStudio()
  const service = await start({ studio })
  const account = await service.account()
  const begun = await account.createVideo()
  expect(begun.status).toBe(202)
  await migrateToLater(service.databaseUrl)
  studio.release()
  await account.untilStatus(begun.body.id, 'ready')
  const another = await account.createVideo()
  await account.untilStatus(another.body.id, 'ready')
  expect((await account.request('DELETE', `/videos/${another.body.id}`)).status).toBe(200)
  expect(await service.app.audit()).toEqual([])
})

test('on the schema of a later release a service migrates nothing, starts, and makes videos', async () => {
  const databaseUrl = await createMigratedDatabase()
  await migrateToLater(databaseUrl)
  const service = await start({ databaseUrl })
  const account = await service.account()
  await account.untilStatus((await account.createVideo()).body.id, 'ready')
  const applied = await service.query<{ name: string }>('select name from migrations order by id')
  expect(applied.map(({ name }) => name)).toEqual([...names, LATER.name])
  await expect
    .poll(() => service.query(`select role from processes where lacks = '[]'`), PATIENTLY)
    .toHaveLength(1)
  expect(await service.app.audit()).toEqual([])
})

test('on the schema of the release before, processes wait and name what to run, and go on when it was run', async () => {
  const service = await start({ worker: false })
  const databaseUrl = await createTestDatabase()
  const newest = names.at(-1)!
  await withMigrations({ names: names.slice(0, -1) }, (folder) => migrate(databaseUrl, undefined, folder))
  const settings = { ...service.settings, DATABASE_URL: databaseUrl, PORT: '0', STUDIO_PROCESSES: '1' }
  const [api, worker] = ['src/server.ts', 'src/worker.ts'].map((entry) =>
    startProgram(entry, [], { ...settings, TASK_QUEUES: 'webhooks' }),
  ) as [Program, Program]
  programs.push(api, worker)
  for (const { says, output } of [api, worker]) {
    await says('waiting for the database')
    expect(output()).toContain(`schema of an earlier release: ${newest} is missing. Run \`migrate\``)
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  expect((await client.query('select from master_keys')).rows).toEqual([])
  await client.end()

  await migrate(databaseUrl)
  await api.says('API listening')
  await worker.says('worker started')
})
