/** The types of events that the account webhook and the webhooks of videos get (specification section 6). */
export const WEBHOOK_EVENT_TYPES = ['video.ready', 'video.failed'] as const

/** The type of an event that every webhook gets (specification section 6). */
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number]

/** The type of the event of a batch whose items have all ended. It is streamed, and sent to endpoints that ask for it. */
export const BATCH_FINISHED = 'batch.finished'

/** All types of events, which endpoints can ask for. The table `webhook_event_types` has the same. */
export const EVENT_TYPES = [
  ...WEBHOOK_EVENT_TYPES,
  'video.queued',
  'video.rendering',
  'video.progress',
  'video.expiring',
  'video.deleted',
  BATCH_FINISHED,
  'twin.ready',
  'twin.withdrawn',
  'allowance.low',
] as const

/** The type of an event that endpoints can ask for. */
export type EventType = (typeof EVENT_TYPES)[number]

/** Whether a failed attempt at an event is followed by another: progress is of no use later. */
export function isRetried(type: EventType): boolean {
  return type !== 'video.progress'
}

/** What an event is about. */
export interface EventSubject {
  readonly type: 'video' | 'batch' | 'twin' | 'account'
  readonly id: string
}

/** One event; the same id on every attempt. A subject that ends has one event of its end, and one for each endpoint. */
export interface WebhookEvent {
  readonly id: string
  readonly accountId: string
  /** The endpoint that it is for. Null: it is for the account webhook, or that of its video. */
  readonly endpointId: string | null
  readonly subject: EventSubject
  readonly type: EventType
  readonly createdAt: Date
}

/**
 * The final states of a delivery. `endpoint_disabled`: held without an attempt until the webhook or the endpoint is
 * enabled again. `gone`: the receiver returned 410, or the video was deleted.
 */
export type EndedDelivery = 'delivered' | 'exhausted' | 'gone' | 'no_destination' | 'endpoint_disabled'

/** The statuses of the latest delivery of an event. */
export const DELIVERY_STATUSES = [
  'pending',
  'delivered',
  'exhausted',
  'gone',
  'no_destination',
  'endpoint_disabled',
] as const satisfies readonly ('pending' | EndedDelivery)[]

/** The status of the latest delivery of an event. */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** The event that a video ends with. */
export interface EndEvent {
  readonly eventId: string
  /** False when no webhook takes the event, and once its delivery has ended: then no delivery is to begin. */
  readonly isPending: boolean
}

/** Which of an account's events are wanted: those that are all of it; every one when empty. */
export interface EventFilter {
  /** Those for this endpoint; without it, those for the account webhook and the webhooks of videos. */
  readonly endpointId?: string | undefined
  readonly statuses?: readonly DeliveryStatus[] | undefined
  readonly videoId?: string | undefined
  /** To the millisecond, and not that of the moment itself. */
  readonly createdAfter?: Date | undefined
}

/** An event with the status of its delivery. */
export interface EventWithStatus extends WebhookEvent {
  readonly status: DeliveryStatus
  /** The number of deliveries: the first one and every redelivery. */
  readonly delivery: number
  /** Null while it is being delivered. */
  readonly completedAt: Date | null
  /** The number of attempts, over all deliveries. */
  readonly attemptCount: number
  /** HTTP status of the last attempt. Null when there was no response or no attempt. */
  readonly lastResponseStatus: number | null
  /** Null when no other attempt is planned. */
  readonly nextAttemptAt: Date | null
}

/** An event with its attempts, oldest first. */
export interface EventDetails extends EventWithStatus {
  readonly attempts: readonly LoggedAttempt[]
}

/** One attempt to deliver an event, as the log records it. */
export interface LoggedAttempt {
  readonly delivery: number
  /** Number of the attempt within its delivery, from 1. It appears twice when a worker was stopped and repeated it. */
  readonly attempt: number
  readonly attemptedAt: Date
  readonly url: string
  /** As sent; null when nothing was sent. */
  readonly requestHeaders: Readonly<Record<string, string>> | null
  /** The body without the signatures of links. Null when it is no longer stored. */
  readonly requestBody: string | null
  readonly delivered: boolean
  /** HTTP status, or null when there was no response. */
  readonly responseStatus: number | null
  /** Null while the attempt is in progress, and when its worker was stopped before the outcome was known. */
  readonly durationMs: number | null
  readonly responseExcerpt: string
  /** Why there was no usable response. Null when there was one. */
  readonly error: string | null
  readonly nextAttemptAt: Date | null
}

/** How long an event can be redelivered, and how long a held event is kept: 30 days. */
export const REDELIVERABLE_FOR_SECONDS = 30 * 24 * 60 * 60
