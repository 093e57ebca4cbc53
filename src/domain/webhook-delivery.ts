import type { DeliveryStatus, EndedDelivery, WebhookEvent, WebhookEventType } from './webhook-event.ts'

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

/** What came of an attempt. */
export interface WebhookOutcome {
  readonly delivered: boolean
  /** HTTP status, or null when there was no answer. */
  readonly status: number | null
  readonly durationMs: number
  /** What was sent before the body; null when the URL was refused and nothing was sent. */
  readonly requestHeaders: Readonly<Record<string, string>> | null
  /** At most 4 kB of the answer's body. */
  readonly responseExcerpt: string
  /** Why there was no usable answer, in words for an operator; null when there was one. */
  readonly error: string | null
  /** Seconds that a 429 or 503 asked us to wait. */
  readonly retryAfterSeconds: number | null
  /** The receiver answered 410: it wants no more of this. */
  readonly gone: boolean
}

/** One delivery of an event: the first, or one that was asked for later. */
export interface DeliveryKey {
  readonly eventId: string
  /** From 1. */
  readonly delivery: number
}

/** The delivery that every event has. */
export const FIRST_DELIVERY = 1

/** One attempt of a delivery. */
export interface AttemptKey extends DeliveryKey {
  /** Its place in the schedule, from 1. */
  readonly attempt: number
}

/** All that an attempt is decided by, read at once. */
export interface DueAttempt {
  readonly event: WebhookEvent
  /** The event's newest delivery, and where that stands. */
  readonly newest: { readonly delivery: number; readonly status: DeliveryStatus }
  /** The webhook that the video names itself. */
  readonly videoUrl: string | null
  /** The account's webhook. */
  readonly endpoint: { readonly url: string; readonly disabled: boolean } | null
  /** What this very attempt came to, when it was made and logged before; `nextAt` null: it was the last. */
  readonly made: { readonly nextAt: Date | null } | null
}

/** An attempt that is about to be made. */
export interface NewAttempt extends AttemptKey {
  readonly url: string
  readonly attemptedAt: Date
  /** Without signatures of links. */
  readonly requestBody: string
}

/** What came of an attempt, for the log. */
export interface AttemptResult {
  readonly outcome: WebhookOutcome
  /** Null when no other is planned. */
  readonly nextAttemptAt: Date | null
  /** How the delivery ended with it; null when it goes on. */
  readonly ended: EndedDelivery | null
}

/** A made-up event that was sent to the account's webhook, and what came of it. */
export interface TestDelivery {
  readonly eventId: string
  readonly type: WebhookEventType
  readonly url: string
  readonly sentAt: Date
  readonly outcome: WebhookOutcome
}

/** Where an attempt goes: a URL, nowhere, or nowhere until the account's webhook is switched on again. */
export type Destination =
  | { readonly kind: 'url'; readonly url: string; readonly isEndpoint: boolean }
  | { readonly kind: 'none' }
  | { readonly kind: 'disabled' }

/** A video's own webhook comes first and is never disabled: it may be another one each time. */
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

/** A text that may hold signed links, such that none of them opens anything. */
export function withoutLinkSignatures(text: string): string {
  return text.replaceAll(LINK_SIGNATURE, '$1[removed]')
}
