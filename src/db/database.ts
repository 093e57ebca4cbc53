import { createHash } from 'node:crypto'

import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'

import type { Log } from '../ports/log.ts'
import type { DB } from './schema.ts'

/** The database, typed by its own migrated schema. */
export type Db = Kysely<DB>

/** Enough for one process's requests and activities; more would only queue inside the server. */
const MOST_CONNECTIONS = 12

/** Without these a lost network would hang a request for ever. */
const CONNECT_TIMEOUT_MS = 5_000
const QUERY_TIMEOUT_MS = 15_000
const LOCK_TIMEOUT_MS = 10_000

/** numeric: our seconds fit a double exactly. */
const NUMERIC_OID = 1700

/** What the driver says when a query was not answered in time. It has no code. */
const NOT_ANSWERED = 'Query read timeout'

/**
 * Opens the database. Connections are established at the first query; `destroy()` closes them.
 *
 * @param options `queryTimeoutMs` limits the duration of a query; tests use a shorter time.
 */
export function openDatabase(
  databaseUrl: string,
  log: Log,
  { queryTimeoutMs = QUERY_TIMEOUT_MS }: { queryTimeoutMs?: number } = {},
): Db {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: queryTimeoutMs,
    statement_timeout: queryTimeoutMs,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'presenter-video-api',
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === NUMERIC_OID ? Number : pg.types.getTypeParser(oid, format as 'text'),
    },
  })
  // Without listeners the process ends when the server drops a connection: the pool's is for idle
  // ones, each client's own for the moments in which it is held and has no query under way.
  const lost = (error: Error) => log.warn({ error: error.message }, 'database connection lost')
  pool.on('error', lost)
  pool.on('connect', (client) => {
    client.on('error', lost)
    prepareStatements(client)
    giveUpWhenUnanswered(client, log)
  })
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * Has the server plan each statement once for a connection instead of at every call: half of what a
 * short query costs. The query builder sends a text and its values; a name for the text is all that
 * is missing.
 */
function prepareStatements(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (query: pg.QueryConfig) => Promise<pg.QueryResult>
  const sendNamed = (text: string, values: unknown[]) => send({ name: statementName(text), text, values })
  client.query = sendNamed as typeof client.query
}

/**
 * Closes a connection that has not answered in time, so that the pool gives it to nobody else: the driver
 * would put the next query behind the one that is never answered.
 */
function giveUpWhenUnanswered(client: pg.PoolClient, log: Log): void {
  const send = client.query.bind(client) as (text: string, values: unknown[]) => Promise<pg.QueryResult>
  const sendOrGiveUp = async (text: string, values: unknown[]) => {
    try {
      return await send(text, values)
    } catch (error) {
      if (error instanceof Error && error.message === NOT_ANSWERED) {
        log.warn({}, 'database connection timed out and was closed')
        void (client as pg.PoolClient & pg.Client).end()
      }
      throw error
    }
  }
  client.query = sendOrGiveUp as typeof client.query
}

const statementNames = new Map<string, string>()

function statementName(text: string): string {
  const known = statementNames.get(text)
  if (known !== undefined) return known
  const name = createHash('sha256').update(text).digest('base64url')
  statementNames.set(text, name)
  return name
}

/** Whether the database is available. */
export async function isReachable(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1`.execute(db)
  return rows.length === 1
}
