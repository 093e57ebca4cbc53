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

/** The HTTP status that a store answered with; undefined when there was no answer. */
export function statusOf(error: unknown): number | undefined {
  return (error as StoreFault).$metadata?.httpStatusCode
}

/** Whether the same call may succeed a little later: the store is away, slow or busy. */
export function isPassing(error: unknown): boolean {
  const { name = '', code = '' } = error as StoreFault
  const status = statusOf(error)
  // What breaks off within an answer that began well still has its status.
  if (NETWORK_CODES.has(code) || name === 'TimeoutError' || name === 'AbortError') return true
  if (status === undefined) return false
  return AGAIN_STATUSES.has(status) || (status >= 500 && status !== NOT_IMPLEMENTED)
}
