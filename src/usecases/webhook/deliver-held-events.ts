import type { Log } from '../../ports/process/log.ts'
import type { Orchestrator } from '../../ports/video/orchestrator.ts'
import type { WebhookEvents } from '../../ports/webhook/webhook-events.ts'

/** About as many deliveries as can start within a second while a client waits. Housekeeping starts the others. */
const MOST_AT_ONCE = 100

/** Stores and services for delivering held events. */
export interface DeliverHeldEventsPorts {
  readonly webhookEvents: Pick<WebhookEvents, 'releaseHeld'>
  readonly orchestrator: Pick<Orchestrator, 'deliverWebhook'>
  readonly log: Log
}

/** Delivers the events that were held while an account's webhook was disabled. Does nothing while it is disabled. */
export type DeliverHeldEvents = (accountId: string) => Promise<void>

/** Builds the use case. It records the deliveries before starting them, so that a failure cannot lose any. */
export function makeDeliverHeldEvents({
  webhookEvents,
  orchestrator,
  log,
}: DeliverHeldEventsPorts): DeliverHeldEvents {
  return async (accountId) => {
    const released = await webhookEvents.releaseHeld(MOST_AT_ONCE, accountId)
    const starts = released.map((delivery) => orchestrator.deliverWebhook(delivery))
    const failed = (await Promise.allSettled(starts)).find(({ status }) => status === 'rejected')
    if (failed)
      log.warn(
        { accountId, error: failed },
        'held events could not be delivered; housekeeping will deliver them',
      )
  }
}
