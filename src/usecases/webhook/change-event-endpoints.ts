import { invalidFields, problem } from '../../domain/error/errors.ts'
import { MOST_EVENT_ENDPOINTS } from '../../domain/webhook/event-endpoint.ts'
import type { EndpointSettings, EventEndpoint } from '../../domain/webhook/event-endpoint.ts'
import type { NewId } from '../../ports/process/new-id.ts'
import type { EventEndpoints } from '../../ports/webhook/event-endpoints.ts'
import type { WebhookGuard } from '../../ports/webhook/webhook-guard.ts'
import type { DeliverHeldEvents } from './deliver-held-events.ts'

/** Stores and checks for making and changing endpoints. */
export interface ChangeEventEndpointsPorts {
  readonly eventEndpoints: Pick<EventEndpoints, 'add' | 'update'>
  readonly webhookGuard: Pick<WebhookGuard, 'refuse'>
  readonly deliverHeldEvents: DeliverHeldEvents
  /** Generates a signing secret, `whsec_…`. */
  readonly newSigningSecret: () => string
  readonly newId: NewId
}

/** A new endpoint, and its secret, which is shown only once. */
export interface CreatedEventEndpoint {
  readonly endpoint: EventEndpoint
  /** `whsec_…` */
  readonly secret: string
}

/**
 * Creates an endpoint.
 * @throws `invalid_request` when the URL is not allowed, or the account has as many endpoints as it can have.
 */
export type CreateEventEndpoint = (
  input: EndpointSettings & { accountId: string },
) => Promise<CreatedEventEndpoint>

/** Builds the use case that creates an endpoint. */
export function makeCreateEventEndpoint(ports: ChangeEventEndpointsPorts): CreateEventEndpoint {
  const { eventEndpoints, newSigningSecret, newId } = ports
  return async (input) => {
    await requireAllowed(ports, input.url)
    const secret = newSigningSecret()
    const endpoint = await eventEndpoints.add({ ...input, id: newId('whe'), secret })
    if (endpoint === null) {
      const message = `An account can have ${MOST_EVENT_ENDPOINTS} endpoints. Delete one first.`
      throw invalidFields({ url: { code: 'not_allowed', message } })
    }
    return { endpoint, secret }
  }
}

/**
 * Changes an endpoint. Setting its URL, even the same one, or resuming it enables a disabled endpoint and delivers the
 * events that were held.
 * @throws `not_found` when the account has no such endpoint, `invalid_request` when the URL is not allowed.
 */
export type UpdateEventEndpoint = (input: {
  accountId: string
  endpointId: string
  changes: Partial<EndpointSettings>
}) => Promise<EventEndpoint>

/** Builds the use case that changes an endpoint. */
export function makeUpdateEventEndpoint(ports: ChangeEventEndpointsPorts): UpdateEventEndpoint {
  const { eventEndpoints, deliverHeldEvents } = ports
  return async ({ accountId, endpointId, changes }) => {
    if (changes.url !== undefined) await requireAllowed(ports, changes.url)
    const endpoint = await eventEndpoints.update(accountId, endpointId, changes)
    if (endpoint === null) throw problem('not_found')
    await deliverHeldEvents(accountId)
    return endpoint
  }
}

async function requireAllowed(
  { webhookGuard }: Pick<ChangeEventEndpointsPorts, 'webhookGuard'>,
  url: string,
): Promise<void> {
  const message = await webhookGuard.refuse(url)
  if (message !== null) throw invalidFields({ url: { code: 'invalid', message } })
}
