import type { DisabledBecause, WebhookSecret } from './webhook-endpoint.ts'
import type { DeliveryStatus, EventType } from './webhook-event.ts'

/** Endpoints of an account. Live data and test data have as many each. */
export const MOST_EVENT_ENDPOINTS = 10

/** Characters of the description of an endpoint. */
export const LONGEST_ENDPOINT_DESCRIPTION = 200

/**
 * How long before its deletion a video is expiring: a week. One that is kept for less than two weeks is expiring in the second
 * half of its time.
 */
export const EXPIRING_WITHIN_SECONDS = 7 * 24 * 60 * 60

/** How far back missed events are recovered: beyond a fortnight, nobody waits for them. */
export const RECOVERED_FOR_SECONDS = 14 * 24 * 60 * 60

/** Events that are recovered at once. More of them take another request. */
export const MOST_RECOVERED = 1_000

/** Statuses of events that can be recovered. Those that are held are delivered when the endpoint is enabled. */
export const RECOVERABLE_STATUSES = [
  'pending',
  'exhausted',
  'gone',
  'delivered',
] as const satisfies readonly DeliveryStatus[]

/** A status of events that can be recovered. */
export type RecoverableStatus = (typeof RECOVERABLE_STATUSES)[number]

/** Which events an endpoint asks for. */
export interface EventSelection {
  readonly types: readonly EventType[]
  /** Pairs that the metadata of a video or a batch must have, all of them. Null: whatever they have. */
  readonly metadata: Readonly<Record<string, string>> | null
}

/** What is sent to an endpoint, and where. */
export interface EndpointSettings extends EventSelection {
  readonly url: string
  /** For its owner. */
  readonly description: string | null
  /** Whether its events are held back. */
  readonly paused: boolean
}

/** An endpoint of an account beside its webhook, with a signing secret of its own. */
export interface EventEndpoint extends EndpointSettings {
  readonly id: string
  readonly accountId: string
  /** Time of the first failure since the last success. Null when the last attempt succeeded. */
  readonly failingSince: Date | null
  /** When it was disabled, by the rules of account webhooks. Null while it is enabled. */
  readonly disabledAt: Date | null
  readonly disabledBecause: DisabledBecause | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly secret: WebhookSecret
}
