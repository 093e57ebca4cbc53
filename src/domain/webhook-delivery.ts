/** One attempt to deliver one event. */
export interface WebhookRequest {
  readonly eventId: string
  readonly url: string
  /** The signing secret as shown to the account, `whsec_…`. */
  readonly secret: string
  /** The raw JSON body, signed as these bytes. */
  readonly body: string
  /** Stamped into the signature headers. */
  readonly sentAt: Date
}

/** What came of an attempt. */
export interface WebhookOutcome {
  readonly delivered: boolean
  /** HTTP status, or null when there was no answer. */
  readonly status: number | null
  readonly durationMs: number
  /** At most 4 kB of the answer's body. */
  readonly responseExcerpt: string
  /** Why there was no usable answer, in words for an operator; null when there was one. */
  readonly error: string | null
  /** Seconds that a 429 or 503 asked us to wait. */
  readonly retryAfterSeconds: number | null
  /** The receiver answered 410: it wants no more of this. */
  readonly gone: boolean
}

/** One try to deliver an event. */
export interface RecordedAttempt {
  readonly eventId: string
  /** From 1. */
  readonly attempt: number
  readonly url: string
  readonly outcome: WebhookOutcome
}
