/** What an event says of a video (specification section 6). */
export const WEBHOOK_EVENT_TYPES = ['video.ready', 'video.failed'] as const

/** What happened to a video, as told to the account's webhook (specification section 6). */
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number]

/** One event: one per video and terminal state; the same id on every attempt. */
export interface WebhookEvent {
  readonly id: string
  readonly accountId: string
  readonly videoId: string
  readonly type: WebhookEventType
  readonly createdAt: Date
}

/**
 * How a delivery can end. `endpoint_disabled`: held without an attempt until the account's webhook is
 * switched on again. `gone`: the receiver wants no more of it, or the video was deleted.
 */
export type EndedDelivery = 'delivered' | 'exhausted' | 'gone' | 'no_destination' | 'endpoint_disabled'

/** Where the newest delivery of an event stands. */
export type DeliveryStatus = 'pending' | EndedDelivery

/** An event as its account sees it. */
export interface EventStanding extends WebhookEvent {
  readonly status: DeliveryStatus
  /** How many deliveries there were: 1, and one more for each redelivery. */
  readonly delivery: number
  /** Null while it is being delivered. */
  readonly completedAt: Date | null
  /** Of all deliveries together. */
  readonly attemptCount: number
  /** What the last attempt was answered with; null when there was no answer or no attempt. */
  readonly lastResponseStatus: number | null
  /** Null when no other attempt is planned. */
  readonly nextAttemptAt: Date | null
}

/** An event with its attempts, oldest first. */
export interface EventDetails extends EventStanding {
  readonly attempts: readonly LoggedAttempt[]
}

/** One try to deliver an event, as the log tells it. */
export interface LoggedAttempt {
  readonly delivery: number
  /** Its place in the delivery's schedule, from 1. There twice when a worker was stopped and it was made again. */
  readonly attempt: number
  readonly attemptedAt: Date
  readonly url: string
  /** As sent; null when nothing was sent. */
  readonly requestHeaders: Readonly<Record<string, string>> | null
  /** As sent, but for signatures of links; null when it is not kept any more. */
  readonly requestBody: string | null
  readonly delivered: boolean
  /** HTTP status, or null when there was no answer. */
  readonly responseStatus: number | null
  /** Null while the attempt is under way, and when its worker was stopped before it knew. */
  readonly durationMs: number | null
  readonly responseExcerpt: string
  /** Why there was no usable answer; null when there was one. */
  readonly error: string | null
  readonly nextAttemptAt: Date | null
}

/** An event can be delivered again for so long, and a held one is kept for so long: 30 days. */
export const REDELIVERABLE_FOR_SECONDS = 30 * 24 * 60 * 60
