import { createHash } from 'node:crypto'

import { Kysely, PostgresDialect, sql } from 'kysely'
import type { DatabaseConnection } from 'kysely'
import pg from 'pg'

import type { Log } from '../ports/process/log.ts'
import type { Metrics } from '../ports/process/metrics.ts'
import { tellOutage } from '../process/outage-log.ts'
import { asOutage } from './outage.ts'
import { measurePool } from './pool-figures.ts'
import type { PoolFigures } from './pool-figures.ts'
import type { PoolWatch } from './pool-watch.ts'
import type { DB } from './schema.ts'
import { limitsNotInForce, STATEMENT_TIMEOUT_MS, TIME_LIMITS_MS } from './time-limits.ts'

/** The database, typed by its own migrated schema. */
export type Db = Kysely<DB>

/** Without it a lost network would hang a request for ever. */
const CONNECT_TIMEOUT_MS = 5_000

/** numeric: our seconds fit a double exactly. */
const NUMERIC_OID = 1700

/** What the driver says when a query was not answered in time. It has no code. */
const NOT_ANSWERED = 'Query read timeout'

/** How a process uses the database. */
export interface DatabaseUse {
  /** Connections at most. Default: 12. */
  readonly poolSize?: number
  /** How long a query may take. Default: 15 seconds. */
  readonly queryTimeoutMs?: number
  /** What stands before PostgreSQL. Default: nothing. */
  readonly pooler?: 'transaction' | null
  /** Hears of every wait for a connection how it ended. */
  readonly watch?: PoolWatch
  /** Where its figures go; nowhere when absent. */
  readonly metrics?: Metrics
}

/** Enough for one process that does everything; more would only queue inside the server. */
const POOL_SIZE = 12

/**
 * How long an unused connection is kept. Opening one takes a tenth of a second beside other work, so that the driver's ten seconds would
 * make the first requests of a crowd wait. Not for longer: each that a network forgets silently costs a request that is not answered.
 */
const KEPT_MS = 60_000

/** Opens the database. Connections are established at the first query; `destroy()` closes them. */
export function openDatabase(
  databaseUrl: string,
  log: Log,
  {
    poolSize = POOL_SIZE,
    queryTimeoutMs = STATEMENT_TIMEOUT_MS,
    pooler = null,
    watch,
    metrics,
  }: DatabaseUse = {},
): Db {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize,
    idleTimeoutMillis: KEPT_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: queryTimeoutMs,
    // A pooler refuses settings of a session, or gives them to whoever borrows the connection next: there the role has
    // them (time-limits.ts).
    ...(pooler === null && {
      ...TIME_LIMITS_MS,
      statement_timeout: queryTimeoutMs,
      application_name: 'presenter-video-api',
    }),
    keepAlive: true,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === NUMERIC_OID ? Number : pg.types.getTypeParser(oid, format as 'text'),
    },
  })
  const figures = metrics ? measurePool(pool, poolSize, metrics) : null
  // Without listeners the process ends when the server drops a connection: the pool's is for idle
  // ones, each client's own for the moments in which it is held and has no query under way.
  const lost = (error: Error) => tellOutage(log, 'database', error)
  pool.on('error', lost)
  pool.on('connect', (client) => {
    client.on('error', lost)
    // A prepared statement stays on a connection that a pooler lends to somebody else for the next one.
    if (pooler === null) prepareStatements(client)
    giveUpWhenUnanswered(client, log, figures)
  })
  const dialect = new PostgresDialect({
    pool: {
      connect: () => connectTo(pool, watch, figures),
      end: () => pool.end(),
    },
    ...(pooler !== null && { onCreateConnection: (connection) => warnOfMissingLimits(connection, log) }),
  })
  return new Kysely<DB>({ dialect })
}

async function connectTo(
  pool: pg.Pool,
  watch: PoolWatch | undefined,
  figures: PoolFigures | null,
): Promise<pg.PoolClient> {
  try {
    const client = await pool.connect()
    watch?.gave()
    return client
  } catch (error) {
    watch?.refused()
    figures?.noConnection()
    throw asOutage(error)
  }
}

/**
 * A pooler may still lend sessions that began before the role was given its limits.
 *
 * Never rejects: the query builder would not give a connection back that this fails on, and the pool be empty for ever
 * after an outage behind a pooler, which takes connections before it has one itself. What is wrong with the connection, the
 * caller's own statement finds out.
 */
async function warnOfMissingLimits(connection: DatabaseConnection, log: Log): Promise<void> {
  const missing = await limitsNotInForce(connection).catch(() => [])
  if (missing.length === 0) return
  log.warn(
    { missing },
    'database time limits are not in force: run migrate, and have the pooler open its connections anew',
  )
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
function giveUpWhenUnanswered(client: pg.PoolClient, log: Log, figures: PoolFigures | null): void {
  const send = client.query.bind(client) as (text: string, values: unknown[]) => Promise<pg.QueryResult>
  const sendOrGiveUp = async (text: string, values: unknown[]) => {
    try {
      return await send(text, values)
    } catch (error) {
      figures?.failed(error)
      if (error instanceof Error && error.message === NOT_ANSWERED) {
        tellOutage(log, 'database', error)
        void (client as pg.PoolClient & pg.Client).end()
      }
      throw asOutage(error)
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
