import { StoreUnavailable } from '../../domain/error/place-fault.ts'

/** What is known of an error of the library: its name, and what the store answered, if it did. */
interface StoreFault {
  readonly name?: string
  readonly code?: string
  readonly $metadata?: { readonly httpStatusCode?: number }
}

/** A connection that was not made, or broke off. */
const NETWORK_CODES = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ETIMEDOUT',
])

/** Answers that ask for another try: a limit of time, a conflict with a write beside it, a limit of requests. */
const AGAIN_STATUSES = new Set([408, 409, 429])

/** A method or a header that the store does not know: another try changes nothing. */
const NOT_IMPLEMENTED = 501

/** What the store says of one call, and not of whether it can be used. */
const OF_ONE_CALL: ReadonlySet<number> = new Set([400, 405, 411, 412, 413, 416, NOT_IMPLEMENTED])

/** Among those of one call, what stores say whose clock or region is another, or for whom a credential is over. */
const OF_ACCESS: ReadonlySet<string> = new Set([
  'AuthorizationHeaderMalformed',
  'ExpiredToken',
  'InvalidToken',
  'RequestTimeTooSkewed',
  'TokenRefreshRequired',
])

/** What the library says when it finds no credentials. */
const NO_CREDENTIALS = 'CredentialsProviderError'

/** The error as what it is: a store that is away, or refuses this process; or one of a call. */
export function asStoreFault(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailable) return error
  const status = statusOf(error)
  const isOfStore =
    isPassing(error) ||
    error.name === NO_CREDENTIALS ||
    OF_ACCESS.has(error.name) ||
    (status !== undefined && status >= 300 && !OF_ONE_CALL.has(status))
  return isOfStore ? new StoreUnavailable(error) : error
}

/** What the store's library said. */
export function libraryError(error: unknown): unknown {
  return error instanceof StoreUnavailable ? error.cause : error
}

/** The HTTP status that a store answered with; undefined when there was no answer. */
export function statusOf(error: unknown): number | undefined {
  return (libraryError(error) as StoreFault).$metadata?.httpStatusCode
}

/** Whether the same call may succeed a little later: the store is away, slow or busy. */
export function isPassing(error: unknown): boolean {
  const { name = '', code = '' } = libraryError(error) as StoreFault
  const status = statusOf(error)
  // What breaks off within an answer that began well still has its status.
  if (NETWORK_CODES.has(code) || name === 'TimeoutError' || name === 'AbortError') return true
  if (status === undefined) return false
  return AGAIN_STATUSES.has(status) || (status >= 500 && status !== NOT_IMPLEMENTED)
}
