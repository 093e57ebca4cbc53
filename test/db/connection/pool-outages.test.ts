import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'

import { isReachable, openDatabase } from '../../../src/db/database.ts'
import type { Db } from '../../../src/db/database.ts'
import { createPoolWatch } from '../../../src/db/pool-watch.ts'
import { createStuckPoolCheck } from '../../../src/db/stuck-pool.ts'
import { createLog } from '../../../src/process/log.ts'
import { createTestDatabase } from '../../support/database/database.ts'
import { startMortalPostgres } from '../../support/database/mortal-postgres.ts'
import type { MortalPostgres } from '../../support/database/mortal-postgres.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { findPgBouncer, startPooler } from '../../support/database/pooler.ts'
import type { Pooler } from '../../support/database/pooler.ts'

const program = findPgBouncer()
const log = createLog({ level: 'silent' })

const POOL_SIZE = 3
/** More than the pool holds. */
const STATEMENTS = 4 * POOL_SIZE

const answered = (db: Db): Promise<boolean> => isReachable(db).catch(() => false)
const ask = (db: Db): Promise<boolean[]> =>
  Promise.all(Array.from({ length: STATEMENTS }, () => answered(db)))

describe.skipIf(program === null)('the pool of a process behind PgBouncer', () => {
  let postgres: MortalPostgres
  let pooler: Pooler
  let db: Db

  beforeAll(async () => {
    postgres = await startMortalPostgres()
    // It waits for fifteen seconds by itself before it asks a server again that was away.
    pooler = await startPooler(program!, postgres.url, ['server_login_retry = 1'])
  })
  beforeEach(() => {
    db = openDatabase(pooler.urlOf(postgres.url), log, { pooler: 'transaction', poolSize: POOL_SIZE })
  })
  afterEach(() => db.destroy())
  afterAll(async () => {
    await pooler.stop()
    await postgres.stop()
  })

  test.each([
    ['PostgreSQL', () => postgres],
    ['PgBouncer', () => pooler],
  ])('holds as much as before when %s was away, however much was asked meanwhile', async (_, server) => {
    expect(await ask(db)).not.toContain(false)
    await server().goDown()
    // Whatever each of them ends with: none may keep a place of the pool.
    expect(await ask(db)).not.toContain(true)
    expect(await ask(db)).not.toContain(true)
    await server().comeBack()
    await expect.poll(() => answered(db), PATIENTLY).toBe(true)
    expect(await ask(db)).not.toContain(false)
  })
})

describe('a process', () => {
  /** How long something was tried in vain, as the clock of the watch has it. */
  const MINUTE_MS = 60_000

  /** A pool of which somebody keeps every connection. */
  async function emptyPool(databaseUrl: string) {
    let now = 0
    const watch = createPoolWatch(() => now)
    const db = openDatabase(databaseUrl, log, { poolSize: 2, watch })
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    let taken = 0
    const kept = Array.from({ length: 2 }, () =>
      db.connection().execute(async () => {
        taken += 1
        await released
      }),
    )
    await expect.poll(() => taken, PATIENTLY).toBe(2)
    return {
      db,
      watch,
      pass: (ms: number) => void (now += ms),
      async release() {
        release()
        await Promise.all(kept)
      },
    }
  }

  test('whose pool gives no connection for a minute says so while the database answers, and stops when it does', async () => {
    const databaseUrl = await createTestDatabase()
    const pool = await emptyPool(databaseUrl)
    const whyStuck = createStuckPoolCheck(pool.db, databaseUrl, pool.watch)
    expect(await answered(pool.db)).toBe(false)
    expect(whyStuck()).toBeNull()
    pool.pass(MINUTE_MS)
    await expect.poll(whyStuck, PATIENTLY).toContain('no connection to the database for a minute')
    await pool.release()
    await expect.poll(whyStuck, PATIENTLY).toBeNull()
    await pool.db.destroy()
  })

  test('is well while the database itself is away', async () => {
    const away = Object.assign(new URL(inject('postgresUrl')), { port: '1' }).href
    let now = 0
    const watch = createPoolWatch(() => now)
    const db = openDatabase(away, log, { watch })
    const whyStuck = createStuckPoolCheck(db, away, watch)
    expect(await answered(db)).toBe(false)
    now += MINUTE_MS
    const refusals: number[] = []
    const refused = watch.refused
    Object.assign(watch, { refused: () => void refusals.push(refused() as never) })
    expect(whyStuck()).toBeNull()
    await expect.poll(() => refusals.length, PATIENTLY).toBeGreaterThan(0)
    expect(whyStuck()).toBeNull()
    await db.destroy()
  })
})
