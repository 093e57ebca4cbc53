import type { Log, Orchestrator, WebhookEvents } from '../ports.ts'

/** As many as start within a second or so, while a client waits; housekeeping starts the others. */
const MOST_AT_ONCE = 100

/** What delivering held events needs. */
export interface DeliverHeldEventsPorts {
  readonly webhookEvents: Pick<WebhookEvents, 'releaseHeld'>
  readonly orchestrator: Pick<Orchestrator, 'deliverWebhook'>
  readonly log: Log
}

/** Delivers what an account's webhook missed while it was disabled; nothing while it still is. */
export type DeliverHeldEvents = (accountId: string) => Promise<void>

/** The deliveries are in the database before they are started, so none is lost when that fails. */
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
