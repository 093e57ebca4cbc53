import { invalidFields } from '../domain/errors.ts'
import type { WebhookEndpoint } from '../domain/webhook-endpoint.ts'
import type { WebhookEndpoints, WebhookGuard } from '../ports.ts'
import type { DeliverHeldEvents } from './deliver-held-events.ts'

/** What setting an account's webhook needs. */
export interface SetWebhookEndpointPorts {
  readonly webhookEndpoints: Pick<WebhookEndpoints, 'set'>
  readonly webhookGuard: WebhookGuard
  readonly deliverHeldEvents: DeliverHeldEvents
}

/** Sends an account's events to a URL from now on. @throws `invalid_request` when it may not be called. */
export type SetWebhookEndpoint = (input: { accountId: string; url: string }) => Promise<WebhookEndpoint>

/** Setting an account's webhook switches it on again, also with the same URL: what it missed follows. */
export function makeSetWebhookEndpoint(ports: SetWebhookEndpointPorts): SetWebhookEndpoint {
  const { webhookEndpoints, webhookGuard, deliverHeldEvents } = ports
  return async ({ accountId, url }) => {
    const message = await webhookGuard.refuse(url)
    if (message !== null) throw invalidFields({ url: { code: 'invalid', message } })
    const endpoint = await webhookEndpoints.set(accountId, url)
    await deliverHeldEvents(accountId)
    return endpoint
  }
}
