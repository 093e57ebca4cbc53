/** The error codes of specification section 7. The API returns no others. */
export type ErrorCode =
  | 'invalid_api_key'
  | 'key_revoked'
  | 'allowance_exceeded'
  | 'plan_required'
  | 'twin_not_ready'
  | 'not_found'
  | 'invalid_request'
  | 'script_too_long'
  | 'rate_limited'
  | 'concurrency_limit'
  | 'daily_limit'
  | 'render_failed'
  | 'service_unavailable'

/** What a user interface should do about an error (decisions, "action"). */
export type ErrorAction =
  | 'upgrade'
  | 'replace_key'
  | 'refresh'
  | 'fix_request'
  | 'shorten_script'
  | 'wait'
  | 'wait_until_tomorrow'
  | 'retry_once'

/** The catalogue entry of an error code. */
export interface ErrorKind {
  readonly status: number
  readonly retryable: boolean
  readonly action: ErrorAction
  /** For the developer. Used when the thrower gives no more specific message. */
  readonly message: string
  /** For the end user; clients show it as is. */
  readonly userMessage: string
}

/** Every error that the API can return, by code. This is the only source of their texts, statuses and actions. */
export const ERROR_CATALOGUE: Readonly<Record<ErrorCode, ErrorKind>> = {
  invalid_api_key: {
    status: 401,
    retryable: false,
    action: 'replace_key',
    message: 'The API key is missing, mistyped or unknown. Send it as "Authorization: Bearer <API_KEY>".',
    userMessage: 'The connection to the video service is not set up correctly. Please ask for a new API key.',
  },
  key_revoked: {
    status: 401,
    retryable: false,
    action: 'replace_key',
    message: 'This API key was revoked. Create a new one under Integrations, Developer API.',
    userMessage: 'The connection to the video service has been turned off. Please ask for a new API key.',
  },
  allowance_exceeded: {
    status: 402,
    retryable: false,
    action: 'upgrade',
    message: 'The video seconds that remain in this period do not cover the expected length of the script.',
    userMessage: 'Your video minutes for this period are used up. Upgrade your plan to make more videos.',
  },
  plan_required: {
    status: 402,
    retryable: false,
    action: 'upgrade',
    message: 'The account’s plan does not include this.',
    userMessage: 'Your plan does not include this yet. Upgrade to use it in your videos.',
  },
  twin_not_ready: {
    status: 409,
    retryable: false,
    action: 'refresh',
    message: 'The twin is still building and cannot be used in videos yet.',
    userMessage: 'Your digital twin is still being prepared. Please try again later.',
  },
  not_found: {
    status: 404,
    retryable: false,
    action: 'refresh',
    message: 'No such resource exists. It may have been deleted.',
    userMessage: 'This could not be found. It may have been deleted. Please choose again.',
  },
  invalid_request: {
    status: 400,
    retryable: false,
    action: 'fix_request',
    message: 'The request has missing or invalid fields. See error.fields.',
    userMessage: 'Something in this request is missing or not valid. Please check your entries.',
  },
  script_too_long: {
    status: 400,
    retryable: false,
    action: 'shorten_script',
    message: 'The script exceeds the limit for a single video.',
    userMessage: 'Your script is too long for one video. Please shorten it or split it into several videos.',
  },
  rate_limited: {
    status: 429,
    retryable: true,
    action: 'wait',
    message: 'Rate limit exceeded. Wait for the number of seconds in Retry-After, then retry.',
    userMessage: 'Too many requests at once. Please wait a moment and try again.',
  },
  concurrency_limit: {
    status: 429,
    retryable: true,
    action: 'wait',
    message: 'Too many videos are rendering at the same time. Wait for one to finish.',
    userMessage: 'Your other videos are still being made. Please wait for one to finish.',
  },
  daily_limit: {
    status: 429,
    retryable: false,
    action: 'wait_until_tomorrow',
    message: 'The plan’s daily video limit is reached. It resets at 00:00 UTC.',
    userMessage: 'You have reached your daily limit of videos. Please try again tomorrow.',
  },
  render_failed: {
    status: 500,
    retryable: true,
    action: 'retry_once',
    message: 'The video could not be made. Nothing was charged.',
    userMessage:
      'Your video could not be made, and nothing was charged. Please try once more. If it fails again, contact support.',
  },
  service_unavailable: {
    status: 503,
    retryable: true,
    action: 'wait',
    message: 'The service has a temporary problem. Retry with the same Idempotency-Key after a few seconds.',
    userMessage: 'The video service is briefly unavailable. Please try again in a moment.',
  },
}

/**
 * How the error of a video that failed by its own request differs from `render_failed`: the same request would fail
 * again, so it is to be changed and not repeated.
 */
export const FAILED_BY_REQUEST: Omit<ErrorKind, 'status'> = {
  retryable: false,
  action: 'fix_request',
  message: 'The video cannot be made from this request. Change the request. Nothing was charged.',
  userMessage:
    'Your video cannot be made from this script or image, and nothing was charged. Please change it and try again.',
}

/** How the error of a video whose twin was withdrawn differs: the twin is in no list any more. */
export const FAILED_WITHOUT_TWIN: Omit<ErrorKind, 'status'> = {
  retryable: false,
  action: 'refresh',
  message: 'The twin of the video was withdrawn, or its consent has ended. Nothing was charged.',
  userMessage:
    'Your video could not be made, because its digital twin can no longer be used. Nothing was charged. Please choose again.',
}

/** A problem with one field of a request (decisions, "error.fields"). */
export interface FieldProblem {
  readonly code: 'required' | 'too_long' | 'invalid' | 'conflict' | 'unknown' | 'reused' | 'not_allowed'
  readonly message: string
  /** The largest length allowed, with `too_long`. */
  readonly limit?: number
}

/** Problems with a request, keyed by the path of the field. */
export type FieldProblems = Readonly<Record<string, FieldProblem>>

/** What a thrower can add to the catalogue entry of a code. */
export interface ProblemDetails {
  /** For the developer; replaces the catalogue's message. */
  readonly message?: string
  /** For the end user; replaces the catalogue's. */
  readonly userMessage?: string
  readonly fields?: FieldProblems
  /** Whole seconds, at least 1; becomes the `Retry-After` header. */
  readonly retryAfterSeconds?: number
  /**
   * Nobody knows how long it takes, but about so many seconds. Becomes the header too: more for a crowd, and spread, so that it
   * does not come back as one.
   */
  readonly retryAfterAboutSeconds?: number
  /** Methods that the path supports; turns the response into a 405 with an `Allow` header. */
  readonly allow?: readonly string[]
}

/** An expected failure with an error code. Any other thrown value is a bug. */
export class Problem extends Error {
  readonly code: ErrorCode
  readonly details: ProblemDetails

  constructor(code: ErrorCode, details: ProblemDetails = {}) {
    super(details.message ?? ERROR_CATALOGUE[code].message)
    this.name = 'Problem'
    this.code = code
    this.details = details
  }
}

/**
 * The service cannot currently determine whether a request was accepted. Any response could be wrong, so the
 * connection is closed without one, and the client repeats the request with the same key.
 */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('Could not determine in time whether the request was accepted.', { cause })
    this.name = 'OutcomeUnknown'
  }
}

/** Creates the expected failure of a code. The caller throws it. */
export function problem(code: ErrorCode, details?: ProblemDetails): Problem {
  return new Problem(code, details)
}

/** Creates a failure whose sentence is for the developer and the person alike. The caller throws it. */
export function problemInWords(code: ErrorCode, says: string, details?: ProblemDetails): Problem {
  return new Problem(code, { ...details, message: says, userMessage: says })
}

/** Creates an `invalid_request` about the given fields. The caller throws it. */
export function invalidFields(fields: FieldProblems): Problem {
  const [path, first] = Object.entries(fields)[0] ?? []
  return new Problem('invalid_request', { fields, ...(first && { message: `${path}: ${first.message}` }) })
}

/** Whether a text is one of the error codes in the catalogue. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERROR_CATALOGUE, text)
}

/** Whether something failed because what it was about does not exist, or no longer. */
export function isNotFound(error: unknown): boolean {
  return error instanceof Problem && error.code === 'not_found'
}
