import { invalidFields } from '../../domain/error/errors.ts'
import type { Video } from '../../domain/video/video.ts'
import { USUAL_OPTIONS } from '../../domain/video/video-options.ts'
import { withoutLinkSignatures } from '../../domain/webhook/webhook-delivery.ts'
import type { TestDelivery } from '../../domain/webhook/webhook-delivery.ts'
import type { WebhookEvent, WebhookEventType } from '../../domain/webhook/webhook-event.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { NewId } from '../../ports/process/new-id.ts'
import type { WebhookEndpoints } from '../../ports/webhook/webhook-endpoints.ts'
import type { WebhookSender } from '../../ports/webhook/webhook-sender.ts'
import type { DeliverHeldEvents } from './deliver-held-events.ts'

/** Stores and services for sending a test event. */
export interface SendTestEventPorts {
  readonly webhookEndpoints: Pick<WebhookEndpoints, 'find' | 'signingSecrets' | 'recordSuccess'>
  readonly sender: WebhookSender
  /** The JSON body of an event. */
  readonly eventBody: (event: WebhookEvent, video: Video, sentAt: Date) => string
  readonly deliverHeldEvents: DeliverHeldEvents
  readonly newId: NewId
  readonly clock: Clock
}

/**
 * Sends a test event to the account webhook, once and immediately, and returns the outcome.
 * @throws `invalid_request` when the account has no webhook.
 */
export type SendTestEvent = (input: { accountId: string; type: WebhookEventType }) => Promise<TestDelivery>

/**
 * Builds the use case. A test event is signed like any other and is not logged. A successful test enables a disabled
 * webhook; a failed one has no consequences.
 */
export function makeSendTestEvent(ports: SendTestEventPorts): SendTestEvent {
  const { webhookEndpoints, sender, eventBody, deliverHeldEvents, newId, clock } = ports
  return async ({ accountId, type }) => {
    const { url } = await webhookEndpoints.find(accountId)
    if (url === null) {
      const message = 'The account has no webhook. Set one with PUT /webhooks/endpoint first.'
      throw invalidFields({ url: { code: 'required', message } })
    }
    const secrets = await webhookEndpoints.signingSecrets(accountId)
    const sentAt = clock()
    const ids = { id: newId('vid'), accountId, requestId: newId('req') }
    const video = sampleVideo(ids, type, sentAt)
    const subject = { type: 'video', id: video.id } as const
    const event = { id: newId('evt'), accountId, subject, type, createdAt: sentAt }
    const body = eventBody(event, video, sentAt)
    const outcome = await sender.send({ eventId: event.id, url, secrets, body, sentAt })
    if (outcome.delivered) {
      await webhookEndpoints.recordSuccess(accountId, url)
      await deliverHeldEvents(accountId)
    }
    const responseExcerpt = withoutLinkSignatures(outcome.responseExcerpt)
    return { eventId: event.id, type, url, sentAt, outcome: { ...outcome, responseExcerpt } }
  }
}

/** A fictitious video. Its links do not work, and its title says that it is a test. */
function sampleVideo(
  ids: Pick<Video, 'id' | 'accountId' | 'requestId'>,
  type: WebhookEventType,
  now: Date,
): Video {
  const ready = type === 'video.ready'
  return {
    ...ids,
    origin: 'api',
    batchId: null,
    status: ready ? 'ready' : 'failed',
    progress: ready ? 100 : 15,
    presenterId: 'maya',
    twinId: null,
    voiceId: null,
    engineVoiceId: 'flite:slt',
    presenterName: 'Maya Lindqvist',
    title: 'Test event for a fictitious video',
    scriptCharacters: 120,
    estimatedSeconds: 10,
    testOutcome: null,
    expiresAt: null,
    costSeconds: ready ? 8 : 0,
    metadata: { test: 'true' },
    options: USUAL_OPTIONS,
    durationSeconds: ready ? 8 : null,
    failure: ready
      ? null
      : { stage: 'draw', reason: 'This is a test event; no video was rendered.', byRequest: false },
    createdAt: now,
    completedAt: now,
  }
}
