import { deliveryBody } from '../../api/v1/webhook-events/delivery-body.ts'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/database.ts'
import { createEndpointDeliveries } from '../../db/webhook/endpoint-deliveries.ts'
import { createEventEndpoints } from '../../db/webhook/event-endpoints.ts'
import { createWebhookEndpoints } from '../../db/webhook/webhook-endpoints.ts'
import { createWebhookEvents } from '../../db/webhook/webhook-events.ts'
import { createAddressGuard } from '../../net/guard.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { Log } from '../../ports/process/log.ts'
import type { MediaLinks } from '../../ports/video/media-links.ts'
import type { NewId } from '../../ports/process/new-id.ts'
import type { Orchestrator } from '../../ports/video/orchestrator.ts'
import type { SecretBox } from '../../ports/process/secret-box.ts'
import {
  makeCreateEventEndpoint,
  makeUpdateEventEndpoint,
} from '../../usecases/webhook/change-event-endpoints.ts'
import { makeDeliverHeldEvents } from '../../usecases/webhook/deliver-held-events.ts'
import { makeRecoverEvents } from '../../usecases/webhook/recover-events.ts'
import { makeRedeliverEvent } from '../../usecases/webhook/redeliver-event.ts'
import {
  makeRotateEndpointSecret,
  makeRotateWebhookSecret,
} from '../../usecases/webhook/rotate-webhook-secret.ts'
import { makeSendTestEvent } from '../../usecases/webhook/send-test-event.ts'
import { makeSetWebhookEndpoint } from '../../usecases/webhook/set-webhook-endpoint.ts'
import { makeStartEndpointDeliveries } from '../../usecases/webhook/start-endpoint-deliveries.ts'
import { makeTestEventEndpoint } from '../../usecases/webhook/test-event-endpoint.ts'
import { createWebhookSender } from '../../webhooks/sender.ts'
import { newSigningSecret } from '../../webhooks/sign.ts'
import { VERSION } from '../shipped.ts'

/** What webhooks are made from. */
export interface WebhookNeeds {
  readonly db: Db
  readonly config: Pick<Config, 'webhookAllowCidrs' | 'plans'>
  /** What links start with, without a slash at the end. */
  readonly publicUrl: string
  readonly orchestrator: Pick<Orchestrator, 'deliverWebhook'>
  readonly secretBox: SecretBox
  readonly mediaLinks: MediaLinks
  readonly newId: NewId
  readonly clock: Clock
  readonly log: Log
}

/** Puts together the parts for webhooks, which the API, operators and deliveries share. */
export function provideWebhooks({ db, config, publicUrl, secretBox, ...others }: WebhookNeeds) {
  const { mediaLinks, clock } = others
  const webhookGuard = createAddressGuard({
    allowCidrs: config.webhookAllowCidrs,
    setting: 'WEBHOOK_ALLOW_CIDRS',
  })
  const shared = {
    webhookGuard,
    mediaLinks,
    webhookEndpoints: createWebhookEndpoints(db, secretBox),
    webhookEvents: createWebhookEvents(db),
    eventEndpoints: createEventEndpoints(db, secretBox),
    endpointDeliveries: createEndpointDeliveries(db),
    sender: createWebhookSender({ guard: webhookGuard, version: VERSION, now: clock }),
    eventBody: deliveryBody(mediaLinks, publicUrl),
  }
  const deliverHeldEvents = makeDeliverHeldEvents({ ...others, ...shared })
  const needs = { ...others, ...shared, plans: config.plans, newSigningSecret, deliverHeldEvents }
  return {
    ...shared,
    setWebhookEndpoint: makeSetWebhookEndpoint(needs),
    rotateWebhookSecret: makeRotateWebhookSecret(needs),
    redeliverEvent: makeRedeliverEvent(needs),
    sendTestEvent: makeSendTestEvent(needs),
    createEventEndpoint: makeCreateEventEndpoint(needs),
    updateEventEndpoint: makeUpdateEventEndpoint(needs),
    rotateEndpointSecret: makeRotateEndpointSecret(needs),
    testEventEndpoint: makeTestEventEndpoint(needs),
    recoverEvents: makeRecoverEvents(needs),
    startEndpointDeliveries: makeStartEndpointDeliveries(needs),
  }
}
