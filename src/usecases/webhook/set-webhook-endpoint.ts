import { invalidFields } from '../../domain/error/errors.ts'
import type { WebhookEndpoint } from '../../domain/webhook/webhook-endpoint.ts'
import type { WebhookEndpoints } from '../../ports/webhook/webhook-endpoints.ts'
import type { WebhookGuard } from '../../ports/webhook/webhook-guard.ts'
import type { DeliverHeldEvents } from './deliver-held-events.ts'

/** Stores and checks for setting the account webhook. */
export interface SetWebhookEndpointPorts {
  readonly webhookEndpoints: Pick<WebhookEndpoints, 'set'>
  readonly webhookGuard: Pick<WebhookGuard, 'refuse'>
  readonly deliverHeldEvents: DeliverHeldEvents
}

/** Sets the URL that receives an account's events. @throws `invalid_request` when the URL is not allowed. */
export type SetWebhookEndpoint = (input: { accountId: string; url: string }) => Promise<WebhookEndpoint>

/** Builds the use case. Setting the URL, even the same one, enables a disabled webhook and delivers its held events. */
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
