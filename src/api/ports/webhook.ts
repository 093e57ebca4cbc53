import type { WebhookEndpoints } from '../../ports/webhook/webhook-endpoints.ts'
import type { WebhookEvents } from '../../ports/webhook/webhook-events.ts'
import type { WebhookGuard } from '../../ports/webhook/webhook-guard.ts'
import type { RedeliverEvent } from '../../usecases/webhook/redeliver-event.ts'
import type { RotateWebhookSecret } from '../../usecases/webhook/rotate-webhook-secret.ts'
import type { SendTestEvent } from '../../usecases/webhook/send-test-event.ts'
import type { SetWebhookEndpoint } from '../../usecases/webhook/set-webhook-endpoint.ts'

/** What requests about webhooks and their events need. */
export interface WebhookPorts {
  readonly setWebhookEndpoint: SetWebhookEndpoint
  readonly rotateWebhookSecret: RotateWebhookSecret
  readonly redeliverEvent: RedeliverEvent
  readonly sendTestEvent: SendTestEvent
  readonly webhookEndpoints: Pick<WebhookEndpoints, 'find' | 'remove'>
  readonly webhookGuard: WebhookGuard
  readonly webhookEvents: Pick<WebhookEvents, 'page' | 'details'>
}
