import type { DeliveryStatus, WebhookEvent } from '../domain/webhook-event.ts'
import type { Video } from '../domain/video.ts'
import type { Accounts, Clock, Log, Orchestrator, Videos, WebhookEvents, WebhookSender } from '../ports.ts'

/** What telling an account's webhook needs. */
export interface WebhookPorts {
  readonly accounts: Pick<Accounts, 'signingSecret'>
  readonly videos: Pick<Videos, 'find'>
  readonly events: WebhookEvents
  readonly orchestrator: Pick<Orchestrator, 'deliverWebhook'>
  readonly sender: WebhookSender
  /** The JSON body of an event: the video as the API shows it, with fresh links. */
  readonly eventBody: (event: WebhookEvent, video: Video, sentAt: Date) => string
  readonly clock: Clock
  readonly log: Log
}

/** What came of one attempt: done for good, or failed and to be tried again. */
export type AttemptResult =
  | { readonly result: Exclude<DeliveryStatus, 'pending' | 'exhausted'> }
  | { readonly result: 'failed'; readonly retryAfterSeconds: number | null }

/** Webhooks: telling the outside that a video has ended. */
export function createWebhookActivities(ports: WebhookPorts) {
  const { accounts, videos, events, orchestrator, sender, eventBody, clock, log } = ports
  return {
    /** Starts the delivery of an event, as a workflow of its own. */
    async announceEvent({ eventId }: { eventId: string }): Promise<void> {
      await orchestrator.deliverWebhook(eventId)
    },

    /** Sends an event once, freshly stamped, signed and linked, and logs what came of it. */
    async attemptDelivery({
      eventId,
      attempt,
    }: {
      eventId: string
      attempt: number
    }): Promise<AttemptResult> {
      const event = await events.find(eventId)
      const video = event && (await videos.find(event.accountId, event.videoId))
      // A video deleted since: its owner knows, and the body would lead nowhere.
      if (!event || !video) return { result: 'gone' }
      if (event.url === null) return { result: 'no_destination' }
      const secret = await accounts.signingSecret(event.accountId)
      const sentAt = clock()
      const body = eventBody(event, video, sentAt)
      const outcome = await sender.send({ eventId, url: event.url, secret, body, sentAt })
      await events.recordAttempt({ eventId, attempt, url: event.url, outcome })
      log.info({ eventId, attempt, status: outcome.status, error: outcome.error }, 'webhook attempt')
      if (outcome.delivered) return { result: 'delivered' }
      if (outcome.gone) return { result: 'gone' }
      return { result: 'failed', retryAfterSeconds: outcome.retryAfterSeconds }
    },

    /** Notes how a delivery ended. */
    async completeDelivery({ eventId, status }: { eventId: string; status: DeliveryStatus }): Promise<void> {
      await events.complete(eventId, status)
    },
  }
}
