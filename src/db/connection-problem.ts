import { DatabaseUnavailable } from '../domain/error/database-unavailable.ts'
import { SchemaTooOld } from './migrations-there.ts'

/** Codes of the operating system, of TLS and of PostgreSQL, and what they mean for whoever set the address. */
const MEANINGS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the name of the host cannot be resolved',
  EAI_AGAIN: 'the name of the host cannot be resolved at the moment',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was closed before it was established',
  EHOSTUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'there is no answer',
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority(),
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority(),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority(),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority(),
  CERT_HAS_EXPIRED: 'the certificate of the server has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the server is for another host name',
  '28P01': 'the user or the password is wrong',
  '28000': 'the server does not let the user in this way',
  '3D000': 'the server has no database of this name',
  '42P01': 'the database has no tables of this service yet; run `migrate` first',
  '53300': 'the server has no connection left; lower DATABASE_POOL_SIZE, or put a pooler in front of it',
  '57P03': 'the server is starting up or shutting down',
}

/** The driver's own sentences, which have no code. */
const SENTENCES: readonly (readonly [said: RegExp, meaning: string])[] = [
  [/^Connection terminated/u, 'the connection was closed before it was established'],
  [/timeout exceeded when trying to connect|due to connection timeout/u, 'there is no answer'],
  [
    /unsupported startup parameter/u,
    'a connection pooler stands before it; set DATABASE_POOLER=transaction, and DATABASE_DIRECT_URL for migrations',
  ],
  [/does not support SSL/u, 'the server does not offer TLS, which sslmode asks for'],
]

function unknownAuthority(): string {
  return (
    'the certificate of the server was signed by no authority that is known here; name the one that did with ' +
    'sslrootcert in the address'
  )
}

/** No table of ours: another process may be about to migrate. */
const UNDEFINED_TABLE = '42P01'

/** Whether the database may be there, and migrated, a little later. @param error explained, or as it came. */
export function isAwayForNow(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseUnavailable || error instanceof SchemaTooOld) return true
  return (error as NodeJS.ErrnoException).code === UNDEFINED_TABLE || isAwayForNow(error.cause)
}

/**
 * Says in words why the database cannot be used, without its password. Errors that are not about the connection are
 * returned as they are.
 */
export function explainConnection(error: unknown, databaseUrl: string): unknown {
  if (!(error instanceof Error)) return error
  const code = String((error as NodeJS.ErrnoException).code ?? '')
  const meaning = SENTENCES.find(([said]) => said.test(error.message))?.[1] ?? MEANINGS[code]
  if (meaning === undefined) return error
  const { host, pathname, username } = new URL(databaseUrl)
  const detail = error.message === '' ? code : error.message
  return new Error(
    `PostgreSQL at ${host}${pathname} cannot be used as ${decodeURIComponent(username)}: ${meaning} (${detail}).`,
    { cause: error },
  )
}
