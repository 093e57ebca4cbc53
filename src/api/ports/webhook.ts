import type { EventEndpoints } from '../../ports/webhook/event-endpoints.ts'
import type { WebhookEndpoints } from '../../ports/webhook/webhook-endpoints.ts'
import type { WebhookEvents } from '../../ports/webhook/webhook-events.ts'
import type { WebhookGuard } from '../../ports/webhook/webhook-guard.ts'
import type {
  CreateEventEndpoint,
  UpdateEventEndpoint,
} from '../../usecases/webhook/change-event-endpoints.ts'
import type { RecoverEvents } from '../../usecases/webhook/recover-events.ts'
import type { RedeliverEvent } from '../../usecases/webhook/redeliver-event.ts'
import type {
  RotateEndpointSecret,
  RotateWebhookSecret,
} from '../../usecases/webhook/rotate-webhook-secret.ts'
import type { SendTestEvent } from '../../usecases/webhook/send-test-event.ts'
import type { TestEventEndpoint } from '../../usecases/webhook/test-event-endpoint.ts'
import type { SetWebhookEndpoint } from '../../usecases/webhook/set-webhook-endpoint.ts'

/** What requests about webhooks and their events need. */
export interface WebhookPorts {
  readonly setWebhookEndpoint: SetWebhookEndpoint
  readonly rotateWebhookSecret: RotateWebhookSecret
  readonly redeliverEvent: RedeliverEvent
  readonly sendTestEvent: SendTestEvent
  readonly webhookEndpoints: Pick<WebhookEndpoints, 'find' | 'remove'>
  readonly eventEndpoints: Pick<EventEndpoints, 'list' | 'find' | 'delete'>
  readonly createEventEndpoint: CreateEventEndpoint
  readonly updateEventEndpoint: UpdateEventEndpoint
  readonly rotateEndpointSecret: RotateEndpointSecret
  readonly testEventEndpoint: TestEventEndpoint
  readonly recoverEvents: RecoverEvents
  readonly webhookGuard: WebhookGuard
  readonly webhookEvents: Pick<WebhookEvents, 'page' | 'details'>
}
