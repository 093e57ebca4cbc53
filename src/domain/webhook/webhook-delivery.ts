import type { DeliveryStatus, EndedDelivery, EventType, WebhookEvent } from './webhook-event.ts'

/** Signing secrets as shown to the account, `whsec_…`, newest first: there is always one. */
export type SigningSecrets = readonly [string, ...string[]]

/** One attempt to deliver one event. */
export interface WebhookRequest {
  readonly eventId: string
  readonly url: string
  /** All of them sign `webhook-signature`; the first alone signs `X-Service-Signature`. */
  readonly secrets: SigningSecrets
  /** The raw JSON body, signed as these bytes. */
  readonly body: string
  /** Stamped into the signature headers. */
  readonly sentAt: Date
}

/** The outcome of an attempt. */
export interface WebhookOutcome {
  readonly delivered: boolean
  /** HTTP status, or null when there was no answer. */
  readonly status: number | null
  readonly durationMs: number
  /** The request headers that were sent. Null when the URL was rejected and nothing was sent. */
  readonly requestHeaders: Readonly<Record<string, string>> | null
  /** The beginning of the response body, at most 4 kB. */
  readonly responseExcerpt: string
  /** Why there was no usable response, in words for an operator. Null when there was one. */
  readonly error: string | null
  /** The `Retry-After` of a 429 or 503, in seconds. */
  readonly retryAfterSeconds: number | null
  /** Whether the receiver returned 410, which ends the delivery. */
  readonly gone: boolean
}

/** One delivery of an event: the first one or a redelivery. */
export interface DeliveryKey {
  readonly eventId: string
  /** From 1. */
  readonly delivery: number
}

/** The number of the first delivery, which every event has. */
export const FIRST_DELIVERY = 1

/** One attempt of a delivery. */
export interface AttemptKey extends DeliveryKey {
  /** Number of the attempt within its delivery, from 1. */
  readonly attempt: number
}

/** The data that decides an attempt, read in one snapshot. */
export interface DueAttempt {
  readonly event: WebhookEvent
  /** The latest delivery of the event, and its status. */
  readonly newest: { readonly delivery: number; readonly status: DeliveryStatus }
  /** The video's own `webhook_url`. */
  readonly videoUrl: string | null
  /** The account's webhook, or the endpoint that the event is for. */
  readonly endpoint: { readonly url: string; readonly disabled: boolean } | null
  /** The outcome of this attempt if it was already made and logged. A null `nextAt` means that it was the last. */
  readonly made: { readonly nextAt: Date | null } | null
}

/** An attempt that is about to start. */
export interface NewAttempt extends AttemptKey {
  readonly url: string
  readonly attemptedAt: Date
  /** Without signatures of links. */
  readonly requestBody: string
}

/** The outcome of an attempt, for the log. */
export interface AttemptResult {
  readonly outcome: WebhookOutcome
  /** Null when no further attempt is planned. */
  readonly nextAttemptAt: Date | null
  /** The final state of the delivery, or null when it continues. */
  readonly ended: EndedDelivery | null
}

/** A test event that was sent to a webhook, and its outcome. */
export interface TestDelivery {
  readonly eventId: string
  readonly type: EventType
  readonly url: string
  readonly sentAt: Date
  readonly outcome: WebhookOutcome
}

/** The destination of an attempt: a URL, none, or none until the webhook is enabled again. */
export type Destination =
  | { readonly kind: 'url'; readonly url: string; readonly isEndpoint: boolean }
  | { readonly kind: 'none' }
  | { readonly kind: 'disabled' }

/** Determines the destination. A video's own webhook takes precedence and is never disabled, as it can differ per video. */
export function destinationOf({
  videoUrl,
  endpoint,
}: Pick<DueAttempt, 'videoUrl' | 'endpoint'>): Destination {
  if (videoUrl !== null) return { kind: 'url', url: videoUrl, isEndpoint: false }
  if (endpoint === null) return { kind: 'none' }
  return endpoint.disabled ? { kind: 'disabled' } : { kind: 'url', url: endpoint.url, isEndpoint: true }
}

/** Signatures in links, also in one that is percent-encoded inside another. */
const LINK_SIGNATURE = /(signature(?:=|%3D))[^&\s"'\\<>]+/giu

/** Removes the signatures of links from a text, so that none of the links works. */
export function withoutLinkSignatures(text: string): string {
  return text.replaceAll(LINK_SIGNATURE, '$1[removed]')
}
