import { CompiledQuery } from 'kysely'
import type pg from 'pg'

/** How long a statement of a request or an activity may take. */
export const STATEMENT_TIMEOUT_MS = 15_000

/** What the server does to a session, so that a lost client or a long wait holds up nobody for ever. */
export const TIME_LIMITS_MS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 15_000,
} as const

/** The names of the limits. */
export const TIME_LIMITS = Object.keys(TIME_LIMITS_MS) as readonly (keyof typeof TIME_LIMITS_MS)[]

/**
 * Gives the limits to the role that a connection uses, in its database: each of its sessions begins with them.
 *
 * A pooler that lends connections for a transaction refuses the settings of a session, and who sets them there sets them
 * for others. What its own sessions begin with, a role may always change.
 */
export async function giveRoleItsLimits(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ change: string }>(
    `select format('alter role %I in database %I set %s', current_user, current_database(), wanted.setting) as change
     from unnest($1::text[]) as wanted (setting)
     where not exists (
       select from pg_db_role_setting s
       where s.setdatabase = (select oid from pg_database where datname = current_database())
         and s.setrole = (select oid from pg_roles where rolname = current_user)
         and wanted.setting = any (s.setconfig)
     )`,
    [TIME_LIMITS.map((name) => `${name}=${TIME_LIMITS_MS[name]}`)],
  )
  for (const { change } of rows) await client.query(change)
  // The session that was lent for this began without the limits: the pooler replaces it by one that has them.
  if (rows.length > 0) {
    await client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined)
  }
}

/** A connection, or a pool of them. */
interface Asked {
  executeQuery(query: CompiledQuery<LimitRow>): Promise<{ readonly rows: LimitRow[] }>
}

type LimitRow = Record<string, string>

/** Which limits are not in force on a connection. */
export async function limitsNotInForce(connection: Asked): Promise<string[]> {
  const settings = TIME_LIMITS.map((name) => `current_setting('${name}') as ${name}`).join(', ')
  const { rows } = await connection.executeQuery(
    CompiledQuery.raw(`select ${settings}`) as CompiledQuery<LimitRow>,
  )
  return TIME_LIMITS.filter((name) => rows[0]?.[name] === '0')
}
