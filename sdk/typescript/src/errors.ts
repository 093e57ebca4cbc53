import type { components } from './description.ts'

type ErrorMembers = components['schemas']['Error']['error']
type FieldProblem = components['schemas']['FieldProblem']

/** Everything that this package throws. */
export class PresenterError extends Error {
  override readonly name: string = 'PresenterError'
  /** The key of the request: send it again with the same one, and nothing is made or charged twice. Null for requests without. */
  readonly idempotencyKey: string | null

  constructor(message: string, idempotencyKey: string | null, cause?: unknown) {
    super(message, { cause })
    this.idempotencyKey = idempotencyKey
  }
}

/** The service could not be reached, or the connection broke. Whether the request was carried out is not known. */
export class ConnectionError extends PresenterError {
  override readonly name: string = 'ConnectionError'
}

/** The time that the call was given is over. Whether the request was carried out is not known. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError'
}

/** What an answer says beside its error. */
export interface AnswerFacts {
  readonly status: number
  /** `X-Request-Id`: support finds the request by it. */
  readonly requestId: string | null
  /** Whole seconds of `Retry-After`. */
  readonly retryAfter: number | null
  readonly idempotencyKey: string | null
}

/** The service refused the request. A code that this version does not know is an `ApiError` itself. */
export class ApiError extends PresenterError {
  override readonly name: string = 'ApiError'
  readonly status: number
  /** For example `allowance_exceeded`; `unknown` for an answer that is not the service's. */
  readonly code: string
  /** Written for the end user: show it as it is. */
  readonly userMessage: string
  /** What a user interface should do about it, for example `upgrade`. */
  readonly action: string
  readonly retryable: boolean
  readonly fields: Readonly<Record<string, FieldProblem>>
  /** Where the plan can be changed, when that helps. */
  readonly upgradeUrl: string | null
  readonly docUrl: string | null
  readonly requestId: string | null
  readonly retryAfter: number | null

  constructor(facts: AnswerFacts, error: Partial<ErrorMembers> = {}) {
    super(error.message ?? `The service answered with HTTP ${facts.status}.`, facts.idempotencyKey)
    this.status = facts.status
    this.code = error.code ?? 'unknown'
    this.userMessage = error.user_message ?? 'Something went wrong. Please try again later.'
    this.action = error.action ?? 'wait'
    this.retryable = error.retryable ?? false
    this.fields = error.fields ?? {}
    this.upgradeUrl = error.upgrade_url ?? null
    this.docUrl = error.doc_url ?? null
    this.requestId = error.request_id ?? facts.requestId
    this.retryAfter = facts.retryAfter
  }
}

/** The key is missing, mistyped or unknown, or may not do this. */
export class InvalidApiKeyError extends ApiError {
  override readonly name = 'InvalidApiKeyError'
}
/** The key was revoked, or has expired. */
export class KeyRevokedError extends ApiError {
  override readonly name = 'KeyRevokedError'
}
/** What remains of the allowance does not cover the script. */
export class AllowanceExceededError extends ApiError {
  override readonly name = 'AllowanceExceededError'
}
/** The plan does not include it. */
export class PlanRequiredError extends ApiError {
  override readonly name = 'PlanRequiredError'
}
/** The twin is still being built. */
export class TwinNotReadyError extends ApiError {
  override readonly name = 'TwinNotReadyError'
}
/** There is no such thing, or no longer. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError'
}
/** Something in the request is missing or not valid: `fields` says what. */
export class InvalidRequestError extends ApiError {
  override readonly name = 'InvalidRequestError'
}
/** The script is too long for one video. */
export class ScriptTooLongError extends ApiError {
  override readonly name = 'ScriptTooLongError'
}
/** Too many requests in a minute, also after having waited. */
export class RateLimitedError extends ApiError {
  override readonly name = 'RateLimitedError'
}
/** As many videos as the plan allows are being made. */
export class ConcurrencyLimitError extends ApiError {
  override readonly name = 'ConcurrencyLimitError'
}
/** As many videos as the plan allows were created today (UTC). */
export class DailyLimitError extends ApiError {
  override readonly name = 'DailyLimitError'
}
/** The service has a temporary problem, also after having waited. */
export class ServiceUnavailableError extends ApiError {
  override readonly name = 'ServiceUnavailableError'
}

/** The video could not be made, and nothing was charged. Whether to try once more, with a new key, is for a person to say. */
export class RenderFailedError extends PresenterError {
  override readonly name = 'RenderFailedError'
  readonly code = 'render_failed'
  readonly video: components['schemas']['Video']
  readonly userMessage: string
  readonly retryable: boolean
  readonly requestId: string | null

  constructor(video: components['schemas']['Video']) {
    super(video.error?.message ?? 'The video could not be made.', null)
    this.video = video
    this.userMessage = video.error?.user_message ?? this.message
    this.retryable = video.error?.retryable ?? false
    this.requestId = video.error?.request_id ?? null
  }
}

/** A webhook that was not sent by the service, or not within the last five minutes. */
export class WebhookVerificationError extends PresenterError {
  override readonly name = 'WebhookVerificationError'
}

const BY_CODE: Readonly<Record<string, typeof ApiError>> = {
  invalid_api_key: InvalidApiKeyError,
  key_revoked: KeyRevokedError,
  allowance_exceeded: AllowanceExceededError,
  plan_required: PlanRequiredError,
  twin_not_ready: TwinNotReadyError,
  not_found: NotFoundError,
  invalid_request: InvalidRequestError,
  script_too_long: ScriptTooLongError,
  rate_limited: RateLimitedError,
  concurrency_limit: ConcurrencyLimitError,
  daily_limit: DailyLimitError,
  service_unavailable: ServiceUnavailableError,
}

/** The same error with the key of the request that began it, if it is one of this package. */
export function underKey(error: unknown, idempotencyKey: string): unknown {
  if (!(error instanceof PresenterError)) return error
  return Object.defineProperty(error, 'idempotencyKey', { value: idempotencyKey, enumerable: true })
}

/** The error of an answer. @param body as parsed, of whatever form. */
export function errorOf(facts: AnswerFacts, body: unknown): ApiError {
  const error = (body as { error?: Partial<ErrorMembers> } | null)?.error
  const members = typeof error?.code === 'string' ? error : undefined
  const Class = BY_CODE[members?.code ?? ''] ?? ApiError
  return new Class(facts, members)
}
