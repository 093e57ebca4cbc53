import { DatabaseUnavailable } from '../domain/error/database-unavailable.ts'

/** Of the network, and of a server that stops, starts, has no place or no disk space left, or is a standby that is not promoted yet. */
const CODES =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|08...|57P0[1-3]|53[13]00|25006)$/u

/** The driver's own sentences, which have no code. */
const SENTENCES = [
  /^Connection terminated/u,
  /^Query read timeout$/u,
  /timeout exceeded when trying to connect/u,
  /not queryable/u,
]

/** The error as what it is: an outage of the database, or one of the statement. */
export function asOutage(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return error
  const code = String((error as NodeJS.ErrnoException).code ?? '')
  return CODES.test(code) || SENTENCES.some((said) => said.test(error.message))
    ? new DatabaseUnavailable(error)
    : error
}
