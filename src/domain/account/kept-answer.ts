/** The answer to a request with an idempotency key is kept for so long. */
export const ANSWER_KEPT_SECONDS = 86_400

/** Answers that are kept for an account. Beyond them, the oldest goes first. */
export const MOST_KEPT_ANSWERS = 1_000

/** No request is carried out for so long: one without an answer by then was cut off, and may be repeated. */
export const CARRIED_OUT_WITHIN_SECONDS = 60

/** What a request with an idempotency key asks for. */
export interface KeyedRequest {
  readonly accountId: string
  /** The endpoint: the same key at another one is another key. */
  readonly operation: string
  readonly idempotencyKey: string
  /** SHA-256 of what is asked for, hex. */
  readonly requestHash: string
}
