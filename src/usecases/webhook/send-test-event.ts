import type { Account } from '../../domain/account/account.ts'
import { invalidFields } from '../../domain/error/errors.ts'
import type { TestDelivery } from '../../domain/webhook/webhook-delivery.ts'
import type { WebhookEventType } from '../../domain/webhook/webhook-event.ts'
import type { WebhookEndpoints } from '../../ports/webhook/webhook-endpoints.ts'
import type { DeliverHeldEvents } from './deliver-held-events.ts'
import { testWebhook } from './test-webhook.ts'
import type { TestWebhookPorts } from './test-webhook.ts'

/** Stores and services for sending a test event. */
export interface SendTestEventPorts extends TestWebhookPorts {
  readonly webhookEndpoints: Pick<WebhookEndpoints, 'find' | 'signingSecrets' | 'recordSuccess'>
  readonly deliverHeldEvents: DeliverHeldEvents
}

/**
 * Sends a test event to the account webhook, once and immediately, and returns the outcome.
 * @throws `invalid_request` when the account has no webhook.
 */
export type SendTestEvent = (input: {
  account: Pick<Account, 'id' | 'planId'>
  type: WebhookEventType
}) => Promise<TestDelivery>

/**
 * Builds the use case. A test event is signed like any other and is not logged. A successful test enables a disabled
 * webhook; a failed one has no consequences.
 */
export function makeSendTestEvent(ports: SendTestEventPorts): SendTestEvent {
  const { webhookEndpoints, deliverHeldEvents } = ports
  return async ({ account, type }) => {
    const { url } = await webhookEndpoints.find(account.id)
    if (url === null) {
      const message = 'The account has no webhook. Set one with PUT /webhooks/endpoint first.'
      throw invalidFields({ url: { code: 'required', message } })
    }
    const secrets = await webhookEndpoints.signingSecrets(account.id)
    const test = await testWebhook(ports, { account, type, url, secrets })
    if (test.outcome.delivered) {
      await webhookEndpoints.recordSuccess(account.id, url)
      await deliverHeldEvents(account.id)
    }
    return test
  }
}
