import type { SigningSecrets } from '../../domain/webhook/webhook-delivery.ts'
import type { EndpointFailure } from '../../domain/webhook/webhook-endpoint.ts'
import type { EndpointSettings, EventEndpoint } from '../../domain/webhook/event-endpoint.ts'

/** An endpoint as it begins. */
export interface NewEventEndpoint extends EndpointSettings {
  readonly id: string
  readonly accountId: string
  /** `whsec_…` */
  readonly secret: string
}

/** Where accounts' endpoints are kept, and what signs their events. Deleted ones are not found. */
export interface EventEndpoints {
  /** Null when the account has as many as it can have. */
  add(endpoint: NewEventEndpoint): Promise<EventEndpoint | null>
  /** In the order in which they were made. */
  list(accountId: string): Promise<EventEndpoint[]>
  find(accountId: string, endpointId: string): Promise<EventEndpoint | null>
  /** Null when there is none. With a URL, or when it is no longer paused, a disabled endpoint is enabled. */
  update(
    accountId: string,
    endpointId: string,
    changes: Partial<EndpointSettings>,
  ): Promise<EventEndpoint | null>
  /** Ends what waits for it, too. False when there is none. */
  delete(accountId: string, endpointId: string): Promise<boolean>
  /** The secret before signs on for so long. Null when there is no such endpoint. */
  rotateSecret(
    accountId: string,
    endpointId: string,
    secret: string,
    overlapSeconds: number,
  ): Promise<EventEndpoint | null>
  /** Null for an endpoint that was deleted. */
  signingSecrets(endpointId: string): Promise<SigningSecrets | null>
  /** Ends all failing, and enables the endpoint; nothing when its URL is another by now. */
  recordSuccess(endpointId: string, url: string): Promise<void>
  /** Whether the endpoint is still enabled after it; nothing is noted when it was changed meanwhile. */
  recordFailure(endpointId: string, url: string, failure: EndpointFailure): Promise<boolean>
}
