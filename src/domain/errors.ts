/** The error codes of specification section 7: the only words the API fails with. */
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

/** What a user interface does about an error (decisions, "action"). */
export type ErrorAction =
  | 'upgrade'
  | 'replace_key'
  | 'refresh'
  | 'fix_request'
  | 'shorten_script'
  | 'wait'
  | 'wait_until_tomorrow'
  | 'retry_once'

/** One code of the catalogue. */
export interface ErrorKind {
  readonly status: number
  readonly retryable: boolean
  readonly action: ErrorAction
  /** For the developer, when the thrower has nothing more exact to say. */
  readonly message: string
  /** For the end user, shown as is. */
  readonly userMessage: string
}

/** Every error the service answers with, by code: the only source of their texts and meaning. */
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
    userMessage: 'The connection to the video service was switched off. Please ask for a new API key.',
  },
  allowance_exceeded: {
    status: 402,
    retryable: false,
    action: 'upgrade',
    message: 'The remaining video seconds of this period do not cover the script.',
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
    message: 'There is nothing here by that id; it may have been deleted.',
    userMessage: 'This could not be found. It may have been deleted. Please choose again.',
  },
  invalid_request: {
    status: 400,
    retryable: false,
    action: 'fix_request',
    message: 'The request has missing or invalid fields; see error.fields.',
    userMessage: 'Something in this request is missing or not valid. Please check your entries.',
  },
  script_too_long: {
    status: 400,
    retryable: false,
    action: 'shorten_script',
    message: 'The script is longer than one video may be.',
    userMessage: 'Your script is too long for one video. Please shorten it or split it into several videos.',
  },
  rate_limited: {
    status: 429,
    retryable: true,
    action: 'wait',
    message: 'Too many requests in a minute. Wait for the time in Retry-After.',
    userMessage: 'That was a little too fast. Please wait a moment and try again.',
  },
  concurrency_limit: {
    status: 429,
    retryable: true,
    action: 'wait',
    message: 'Too many videos are rendering at once. Wait for one to finish.',
    userMessage: 'Your other videos are still being made. Please wait for one to finish.',
  },
  daily_limit: {
    status: 429,
    retryable: false,
    action: 'wait_until_tomorrow',
    message: 'The plan’s number of videos a day is reached. It starts again at 00:00 UTC.',
    userMessage: 'You have reached today’s number of videos. Please try again tomorrow.',
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
    message: 'A temporary problem on our side. Retry with the same Idempotency-Key after a few seconds.',
    userMessage: 'The video service is briefly unavailable. Please try again in a moment.',
  },
}

/** What is wrong with one member of a request (decisions, "error.fields"). */
export interface FieldProblem {
  readonly code: 'required' | 'too_long' | 'invalid' | 'conflict' | 'unknown' | 'reused'
  readonly message: string
  /** The largest length allowed, with `too_long`. */
  readonly limit?: number
}

/** Members of a request that are wrong, by their path. */
export type FieldProblems = Readonly<Record<string, FieldProblem>>

/** What a thrower can add to a code's catalogue row. */
export interface ProblemDetails {
  /** For the developer; replaces the catalogue's message. */
  readonly message?: string
  readonly fields?: FieldProblems
  /** Whole seconds, at least 1; becomes the `Retry-After` header. */
  readonly retryAfterSeconds?: number
  /** Methods the path does answer to; makes the answer a 405 with an `Allow` header. */
  readonly allow?: readonly string[]
}

/** An expected failure, named by its code. Anything else that is thrown is a bug. */
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
 * A request of which nobody can tell now whether it was accepted. Any answer might be a lie, so it gets
 * none: its connection is closed, and the client repeats it with the same key.
 */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('Whether the request was accepted could not be found out in time.', { cause })
    this.name = 'OutcomeUnknown'
  }
}

/** Makes the expected failure of a code, to be thrown. */
export function problem(code: ErrorCode, details?: ProblemDetails): Problem {
  return new Problem(code, details)
}

/** Makes an `invalid_request` about the given members, to be thrown. */
export function invalidFields(fields: FieldProblems): Problem {
  const [path, first] = Object.entries(fields)[0] ?? []
  return new Problem('invalid_request', { fields, ...(first && { message: `${path}: ${first.message}` }) })
}

/** Whether a text is one of the catalogue's codes. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERROR_CATALOGUE, text)
}
