import type { Account } from '../../domain/account/account.ts'
import { problem } from '../../domain/error/errors.ts'
import type { TestDelivery } from '../../domain/webhook/webhook-delivery.ts'
import type { EventType } from '../../domain/webhook/webhook-event.ts'
import type { EventEndpoints } from '../../ports/webhook/event-endpoints.ts'
import type { DeliverHeldEvents } from './deliver-held-events.ts'
import { testWebhook } from './test-webhook.ts'
import type { TestWebhookPorts } from './test-webhook.ts'

/** Stores and services for testing an endpoint. */
export interface TestEventEndpointPorts extends TestWebhookPorts {
  readonly eventEndpoints: Pick<EventEndpoints, 'find' | 'signingSecrets' | 'recordSuccess'>
  readonly deliverHeldEvents: DeliverHeldEvents
}

/**
 * Sends a test event to an endpoint, also to one that is paused.
 *
 * @param type one that it asks for unless given.
 * @throws `not_found` when the account has no such endpoint.
 */
export type TestEventEndpoint = (input: {
  account: Pick<Account, 'id' | 'planId'>
  endpointId: string
  type?: EventType
}) => Promise<TestDelivery>

/** Builds the use case. A successful test enables a disabled endpoint, and never resumes a paused one. */
export function makeTestEventEndpoint(ports: TestEventEndpointPorts): TestEventEndpoint {
  const { eventEndpoints, deliverHeldEvents } = ports
  return async ({ account, endpointId, type }) => {
    const endpoint = await eventEndpoints.find(account.id, endpointId)
    const secrets = endpoint && (await eventEndpoints.signingSecrets(endpointId))
    const [first] = endpoint?.types ?? []
    if (!endpoint || !secrets || first === undefined) throw problem('not_found')
    const { url } = endpoint
    const test = await testWebhook(ports, { account, type: type ?? first, url, secrets })
    if (test.outcome.delivered) {
      await eventEndpoints.recordSuccess(endpointId, url)
      await deliverHeldEvents(account.id)
    }
    return test
  }
}
