import { Kysely, PostgresDialect, sql } from 'kysely'
import type { CompiledQuery } from 'kysely'
import pg from 'pg'

import type { Db } from '../../../src/db/database.ts'
import type { DB } from '../../../src/db/schema.ts'

/** What a piece of work asks of the database. */
export interface StatementCost {
  /** Pages of 8 kB that its statements looked at, those of functions that they call included. */
  readonly buffers: number
  /** Milliseconds that the server spent on them. */
  readonly ms: number
  /** Their plans, for whoever wants to know why. */
  readonly plans: string
}

/** A database whose statements are counted. */
export interface CountedDatabase {
  readonly db: Db
  /** Does the work, then runs each of its statements once more under EXPLAIN and takes that back. */
  costOf(work: () => Promise<unknown>): Promise<StatementCost>
  close(): Promise<void>
}

interface Explained {
  readonly 'QUERY PLAN': readonly [
    {
      readonly Plan: { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number }
      readonly 'Execution Time': number
    },
  ]
}

/** Opens a database for counting. */
export function openCounted(databaseUrl: string): CountedDatabase {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  pool.on('error', () => undefined)
  let seen: CompiledQuery[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => void (event.level === 'query' && seen.push(event.query)),
  })
  return {
    db,
    async costOf(work) {
      seen = []
      await work()
      const statements = seen.filter((statement) =>
        /^\s*(?:select|with|update|delete|insert)\b/iu.test(statement.sql),
      )
      let [buffers, ms, plans] = [0, 0, '']
      for (const statement of statements) {
        const { 'QUERY PLAN': plan } = await explain(pool, statement)
        buffers += plan[0].Plan['Shared Hit Blocks'] + plan[0].Plan['Shared Read Blocks']
        ms += plan[0]['Execution Time']
        plans += `${statement.sql}\n${JSON.stringify(plan[0].Plan, null, 1)}\n`
      }
      return { buffers, ms, plans }
    },
    close: () => db.destroy(),
  }
}

async function explain(pool: pg.Pool, statement: CompiledQuery): Promise<Explained> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const text = `explain (analyze, buffers, timing off, format json) ${statement.sql}`
    const { rows } = await client.query<Explained>(text, [...statement.parameters])
    return rows[0]!
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** PostgreSQL's own count of the updates of videos, and of those that were HOT. */
export async function updatesOfVideos(db: Db): Promise<{ all: number; withinPage: number }> {
  return db.connection().execute(async (held) => {
    await sql`select pg_stat_force_next_flush()`.execute(held)
    const { rows } = await sql<{ all: number; withinPage: number }>`
      select n_tup_upd::int as all, n_tup_hot_upd::int as "withinPage" from pg_stat_user_tables
      where relname = 'videos'`.execute(held)
    return rows[0]!
  })
}
