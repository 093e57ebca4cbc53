import { randomBytes, randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'

import { createAdministration } from '../../../src/app/administration.ts'
import { readConfig } from '../../../src/config/config.ts'
import { isReachable, openDatabase } from '../../../src/db/database.ts'
import type { Db } from '../../../src/db/database.ts'
import { migrate, MIGRATION_LOCK } from '../../../src/db/migrate.ts'
import { createLog } from '../../../src/process/log.ts'
import { createTestDatabase } from '../../support/database/database.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { findPgBouncer, startPooler } from '../../support/database/pooler.ts'
import type { Pooler } from '../../support/database/pooler.ts'

const program = findPgBouncer()
const log = createLog({ level: 'silent' })

/** The locks of migrations in this database: the server has those of other files' databases too. */
const LOCKED_HERE = `locktype = 'advisory'
  and database = (select oid from pg_database where datname = current_database())`

describe.skipIf(program === null)('behind PgBouncer that lends connections for a transaction', () => {
  let pooler: Pooler
  let directUrl: string
  let url: string

  beforeAll(async () => {
    pooler = await startPooler(program!, inject('postgresUrl'))
  })
  beforeEach(async () => {
    directUrl = await createTestDatabase()
    url = pooler.urlOf(directUrl)
  })
  afterAll(() => pooler.stop())

  const migrateBehind = () => migrate(url, { databaseDirectUrl: directUrl, databasePooler: 'transaction' })

  async function withDatabase(work: (db: Db) => Promise<void>): Promise<void> {
    const db = openDatabase(url, log, { pooler: 'transaction' })
    try {
      await work(db)
    } finally {
      await db.destroy()
    }
  }

  async function directly<Row extends object>(text: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: directUrl })
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }

  test('every connection has the limits of time from the moment the database is migrated', async () => {
    await migrateBehind()
    await withDatabase(async (db) => {
      // Held side by side, so that the pooler has to open some.
      const seen = await Promise.all(
        Array.from({ length: 8 }, () =>
          db.transaction().execute(async (transaction) => {
            const { rows } = await sql<Record<string, string>>`
              select pg_backend_pid()::text as pid, current_setting('statement_timeout') as statements,
                current_setting('lock_timeout') as locks,
                current_setting('idle_in_transaction_session_timeout') as idle, pg_sleep(0.2)::text`.execute(
              transaction,
            )
            return rows[0]!
          }),
        ),
      )
      expect(new Set(seen.map(({ pid }) => pid)).size).toBeGreaterThan(1)
      for (const limits of seen)
        expect(limits).toMatchObject({ statements: '15s', locks: '10s', idle: '15s' })
    })
  })

  test('a statement that waits for a lock for too long is ended by the server', async () => {
    await migrateBehind()
    await directly(
      `alter role presenter in database ${new URL(directUrl).pathname.slice(1)} set lock_timeout = 300`,
    )
    await withDatabase(async (db) => {
      await db.transaction().execute(async (holder) => {
        await sql`lock table accounts in access exclusive mode`.execute(holder)
        await expect(db.selectFrom('accounts').select('id').execute()).rejects.toMatchObject({
          code: '55P03',
        })
      })
    })
  })

  test('what is without the limits is told', async () => {
    const lines: string[] = []
    const telling = createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } })
    const db = openDatabase(url, telling, { pooler: 'transaction' })
    expect(await isReachable(db)).toBe(true)
    expect(lines.join('')).toContain('database time limits are not in force: run migrate')
    expect(lines.join('')).toContain('lock_timeout')
    await db.destroy()
  })

  test('the same statement runs on connection after connection: none relies on what was prepared on another', async () => {
    await migrateBehind()
    await withDatabase(async (db) => {
      const ask = () =>
        db.selectFrom('accounts').select(['id', 'email']).where('id', '=', randomUUID()).execute()
      const asked = await Promise.allSettled(Array.from({ length: 200 }, ask))
      expect(asked.filter(({ status }) => status === 'rejected')).toEqual([])
    })
  })

  test('people sign in, and the audit runs', async () => {
    await migrateBehind()
    const config = { ...readConfig({}), databasePooler: 'transaction' as const }
    const surroundings = { databaseUrl: url, temporalAddress: null, masterKeys: [randomBytes(32)], log }
    const administration = createAdministration(config, surroundings)
    await administration.secrets.claim()
    const person = { name: 'Ada', email: 'ada@example.com', password: randomUUID(), isOperator: true }
    const added = await administration.signIn.addPerson(person)
    expect(await administration.people.findByEmail(person.email)).toEqual(added)
    expect(await administration.audit()).toEqual([])
    await administration.close()
  })

  describe('migrations', () => {
    test('of four processes at once: one migrates, none fails, and no lock is left', async () => {
      await Promise.all(Array.from({ length: 4 }, migrateBehind))
      await migrateBehind()
      const [migrated] = await directly<{ all: number; names: number }>(
        'select count(*)::int as all, count(distinct name)::int as names from migrations',
      )
      expect(migrated!.all).toBe(migrated!.names)
      expect(migrated!.all).toBeGreaterThanOrEqual(11)
      expect(await directly(`select pid from pg_locks where ${LOCKED_HERE}`)).toEqual([])
    })

    test.each([
      ['DATABASE_URL', () => migrate(url)],
      ['DATABASE_DIRECT_URL', () => migrate(url, { databaseDirectUrl: url, databasePooler: 'transaction' })],
    ])('refuse to run when %s leads through it', async (setting, run) => {
      await expect(run()).rejects.toThrow(`${setting} leads to a connection pooler`)
      expect(await directly(`select from pg_tables where tablename = 'migrations'`)).toEqual([])
    })

    test('wait for their turn for longer than the role that runs them may wait for anything', async () => {
      const database = new URL(directUrl).pathname.slice(1)
      await directly(`alter role presenter in database ${database} set statement_timeout = '2s'`)
      const other = new pg.Client({ connectionString: directUrl })
      await other.connect()
      await other.query('set statement_timeout = 0')
      await other.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
      const migrated = migrateBehind()
      const waiting = `select from pg_locks where ${LOCKED_HERE} and not granted`
      await expect.poll(() => directly(waiting), PATIENTLY).toHaveLength(1)
      await other.query('select pg_sleep(3)')
      await other.end()
      await migrated
    })
  })

  test('a process that was not told of it says what to set', async () => {
    const surroundings = { databaseUrl: url, temporalAddress: null, masterKeys: [randomBytes(32)], log }
    const administration = createAdministration(readConfig({}), surroundings)
    await expect(administration.secrets.claim()).rejects.toThrow('set DATABASE_POOLER=transaction')
    await administration.close()
  })
})
