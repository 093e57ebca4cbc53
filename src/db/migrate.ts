import { runner } from 'node-pg-migrate'
import pg from 'pg'

import { explainConnection } from './connection-problem.ts'
import { MIGRATIONS_FOLDER, MIGRATIONS_TABLE } from './migrations-there.ts'
import { giveRoleItsLimits, TIME_LIMITS } from './time-limits.ts'

const CONNECT_TIMEOUT_MS = 10_000

/** Ours among the locks that have numbers; held for as long as a process migrates. */
export const MIGRATION_LOCK = 5_061_742_093

/** How PostgreSQL is reached when a pooler stands before it. */
interface Behind {
  /** Address of PostgreSQL itself. Null: the database's address leads there. */
  readonly databaseDirectUrl: string | null
  readonly databasePooler: 'transaction' | null
}

const NOTHING: Behind = { databaseDirectUrl: null, databasePooler: null }

/**
 * Migrates the database to the newest schema. Several processes can run it at once: they take turns. Behind a pooler, it
 * gives the role of `databaseUrl` the limits of time that a session cannot bring along. What a later release has applied
 * stays as it is.
 *
 * @param folder the migrations of the release. Default: of this one. Tests pass those of others.
 * @returns the names of the migrations that were applied now, in their order.
 * @throws Error that says in words what is wrong with the address, when the database cannot be reached, or is reached
 *   through a pooler.
 */
export async function migrate(
  databaseUrl: string,
  { databaseDirectUrl, databasePooler }: Behind = NOTHING,
  folder = MIGRATIONS_FOLDER,
): Promise<string[]> {
  const directUrl = databaseDirectUrl ?? databaseUrl
  const client = await connect(directUrl)
  try {
    await refusePooler(client, databaseDirectUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL')
    // The role may have limits for its sessions; a migration of a large table takes what it takes.
    for (const name of TIME_LIMITS) await client.query(`set ${name} = 0`)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const applied = await runner({
      dbClient: client,
      dir: folder,
      direction: 'up',
      migrationsTable: MIGRATIONS_TABLE,
      checkOrder: true,
      noLock: true,
      log: () => undefined,
    })
    if (databasePooler !== null) await giveLimits(databaseUrl)
    return applied.map(({ name }) => name)
  } finally {
    // With its session the lock is gone, whatever happened.
    await client.end()
  }
}

/** Without settings of the session, which a pooler would refuse. */
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  // A server that goes away fails the statement that is under way; without a listener it would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    throw explainConnection(error, url)
  }
}

/**
 * PostgreSQL names its process when a session begins, so that the client can cancel what it asks for. A pooler names
 * something of its own there, because it does not know yet which process will answer.
 */
async function refusePooler(client: pg.Client, setting: string): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const named = (client as pg.Client & { readonly processID: number | null }).processID
  if (rows[0]?.pid === named) return
  throw new Error(
    `${setting} leads to a connection pooler: the session began as process ${named} and process ${rows[0]?.pid} ` +
      'answers. Migrations hold a lock for their whole session, which a pooler would lend to others. Set ' +
      'DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
  )
}

/** Through the pooler: the role that the service uses may be another than the one that migrates. */
async function giveLimits(databaseUrl: string): Promise<void> {
  const client = await connect(databaseUrl)
  try {
    await giveRoleItsLimits(client)
  } finally {
    await client.end()
  }
}
