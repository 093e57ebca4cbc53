import { REDELIVERABLE_FOR_SECONDS } from '../domain/webhook-event.ts'
import type { Leftovers } from '../ports/leftovers.ts'
import type { Log } from '../ports/log.ts'
import type { Orchestrator } from '../ports/orchestrator.ts'
import type { WebhookEvents } from '../ports/webhook-events.ts'

/** Stores for the housekeeping of webhooks. */
export interface WebhookHousekeepingPorts {
  readonly leftovers: Pick<Leftovers, 'overdueDeliveries' | 'forgetSent'>
  readonly webhookEvents: Pick<WebhookEvents, 'releaseHeld'>
  readonly orchestrator: Pick<Orchestrator, 'deliverWebhook'>
  readonly log: Log
}

/** An attempt is made within seconds of its time, unless something is wrong or its receiver is busy. */
const DELIVERED_WITHIN_SECONDS = 10 * 60

/** Starting a delivery takes milliseconds, and a round has two minutes. */
const MOST_RELEASED_AT_ONCE = 1_000

/** Housekeeping of webhooks: deliveries that are missing, and what is not to be kept. */
export function createWebhookHousekeepingActivities(ports: WebhookHousekeepingPorts) {
  const { leftovers, webhookEvents, orchestrator, log } = ports
  return {
    /** Starts the deliveries that should be under way and are not; their number. */
    async startLostDeliveries(): Promise<number> {
      let started = 0
      for (const delivery of await leftovers.overdueDeliveries(DELIVERED_WITHIN_SECONDS)) {
        if (await orchestrator.deliverWebhook(delivery)) started += 1
      }
      if (started > 0) log.warn({ events: started }, 'deliveries of waiting events started')
      return started
    },

    /** Delivers events that were held while their account's webhook was disabled; their number. */
    async releaseHeldEvents(): Promise<number> {
      const released = await webhookEvents.releaseHeld(MOST_RELEASED_AT_ONCE)
      for (const delivery of released) await orchestrator.deliverWebhook(delivery)
      if (released.length > 0) log.info({ events: released.length }, 'deliveries of held events started')
      return released.length
    },

    /** Forgets what was sent to webhooks long ago; the number of attempts. */
    async forgetSentBodies(): Promise<number> {
      const forgotten = await leftovers.forgetSent(REDELIVERABLE_FOR_SECONDS)
      if (forgotten > 0) log.info({ attempts: forgotten }, 'bodies of old webhooks removed')
      return forgotten
    },
  }
}
