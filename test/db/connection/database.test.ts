import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import { isReachable, openDatabase } from '../../../src/db/database.ts'
import type { Db } from '../../../src/db/database.ts'
import { migrate } from '../../../src/db/migrate.ts'
import { createLog } from '../../../src/process/log.ts'
import { createTestDatabase } from '../../support/database/database.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { startTcpProxy } from '../../support/http/tcp-proxy.ts'

const logLines: string[] = []
let databaseUrl: string
let db: Db

beforeAll(async () => {
  databaseUrl = await createTestDatabase()
  const log = createLog({ level: 'debug', destination: { write: (line) => void logLines.push(line) } })
  db = openDatabase(databaseUrl, log)
})
afterAll(() => db.destroy())

test('a connection that is lost while it is held fails its query and nothing else', async () => {
  await db.connection().execute(async (held) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(held)
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db)
    await expect.poll(() => logLines.join(''), PATIENTLY).toContain('"outage":"database"')
    await expect(sql`select 1`.execute(held)).rejects.toThrow()
  })
  expect(await isReachable(db)).toBe(true)
})

test('a connection that answers no more is given up with its first query: the next one is answered', async () => {
  const server = await startTcpProxy(new URL(databaseUrl).host)
  const url = Object.assign(new URL(databaseUrl), { host: server.address })
  const log = createLog({ level: 'silent' })
  const far = openDatabase(url.href, log, { queryTimeoutMs: 2_000 })
  expect(await isReachable(far)).toBe(true)
  server.forgetConnected()

  await expect(isReachable(far)).rejects.toThrow('Query read timeout')
  expect(await isReachable(far)).toBe(true)

  await far.destroy()
  await server.stop()
})

test('connections that a crowd opened are kept for a minute, for the next one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const crowded = openDatabase(databaseUrl, createLog({ level: 'silent' }))
  const backendsOf = async (questions: number) => {
    const asked = Array.from({ length: questions }, () =>
      sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(crowded),
    )
    return (await Promise.all(asked))
      .map(({ rows }) => rows[0]?.pid ?? 0)
      .toSorted((one, other) => one - other)
  }
  const opened = await backendsOf(4)
  expect(new Set(opened).size).toBe(4)

  vi.advanceTimersByTime(50_000)
  expect(await backendsOf(4)).toEqual(opened)
  vi.advanceTimersByTime(61_000)
  const opensAnew = await backendsOf(4)
  expect(opensAnew.filter((pid) => opened.includes(pid))).toEqual([])
  await crowded.destroy()
})

test('many processes may migrate at once: all of them end up with the same schema', async () => {
  await Promise.all(Array.from({ length: 4 }, () => migrate(databaseUrl)))
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from migrations`.execute(db)
  await migrate(databaseUrl)
  const again = await sql<{ count: number }>`select count(*)::int as count from migrations`.execute(db)
  expect(again.rows).toEqual(rows)
  expect(rows[0]?.count).toBeGreaterThanOrEqual(4)
})
