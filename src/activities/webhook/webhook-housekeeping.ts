import type { DeliveryKey } from '../../domain/webhook/webhook-delivery.ts'
import { EXPIRING_WITHIN_SECONDS } from '../../domain/webhook/event-endpoint.ts'
import { REDELIVERABLE_FOR_SECONDS } from '../../domain/webhook/webhook-event.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { Orphans } from '../../ports/process/orphans.ts'
import type { Log } from '../../ports/process/log.ts'
import type { Orchestrator } from '../../ports/video/orchestrator.ts'
import type { EndpointDeliveries } from '../../ports/webhook/endpoint-deliveries.ts'
import type { WebhookEvents } from '../../ports/webhook/webhook-events.ts'
import { forEachOrphan, withinRound } from '../orphan-work.ts'

/** Stores for the housekeeping of webhooks. */
export interface WebhookHousekeepingPorts {
  readonly orphans: Pick<Orphans, 'overdueDeliveries' | 'forgetSent'>
  readonly webhookEvents: Pick<WebhookEvents, 'releaseHeld'>
  readonly endpointDeliveries: Pick<EndpointDeliveries, 'tellOfExpiring'>
  readonly orchestrator: Pick<Orchestrator, 'deliverWebhook'>
  readonly clock: Clock
  readonly log: Log
}

/** An attempt is made within seconds of its time, unless something is wrong or its receiver is busy. */
const DELIVERED_WITHIN_SECONDS = 10 * 60

/** Released before their deliveries are started: few enough that a crash in between delays few of them. */
const RELEASED_AT_ONCE = 200

/** Videos of one statement: few enough that it is short. */
const TOLD_AT_ONCE = 500

/** Housekeeping of webhooks: deliveries that are missing, and what is not to be kept. */
export function createWebhookHousekeepingActivities(ports: WebhookHousekeepingPorts) {
  const { orphans, webhookEvents, endpointDeliveries, orchestrator, clock, log } = ports
  return {
    /** Starts the deliveries that should be under way and are not; their number. */
    async startLostDeliveries(): Promise<number> {
      const overdue = orphans.overdueDeliveries(DELIVERED_WITHIN_SECONDS)
      const started = await forEachOrphan(overdue, clock, (delivery) => orchestrator.deliverWebhook(delivery))
      if (started > 0) log.warn({ events: started }, 'deliveries of waiting events started')
      return started
    },

    /** Delivers events that were held while their account's webhook was disabled; their number. */
    async releaseHeldEvents(): Promise<number> {
      const released = await forEachOrphan(heldEvents(webhookEvents), clock, async (delivery) => {
        await orchestrator.deliverWebhook(delivery)
        return true
      })
      if (released > 0) log.info({ events: released }, 'deliveries of held events started')
      return released
    },

    /** Writes events of videos that will soon be deleted, for endpoints that ask for them; the number of videos. */
    async tellOfExpiringVideos(): Promise<number> {
      let told = 0
      for await (const videos of withinRound(expiringVideos(endpointDeliveries), clock)) told += videos
      if (told > 0) log.info({ videos: told }, 'endpoints told of expiring videos')
      return told
    },

    /** Forgets what was sent to webhooks long ago; the number of attempts. */
    async forgetSentBodies(): Promise<number> {
      let forgotten = 0
      const portions = withinRound(orphans.forgetSent(REDELIVERABLE_FOR_SECONDS), clock)
      for await (const attempts of portions) forgotten += attempts
      if (forgotten > 0) log.info({ attempts: forgotten }, 'bodies of old webhooks removed')
      return forgotten
    },
  }
}

/** Videos that endpoints are told of, portion after portion. */
async function* expiringVideos({ tellOfExpiring }: WebhookHousekeepingPorts['endpointDeliveries']) {
  let told: number
  do {
    told = await tellOfExpiring(EXPIRING_WITHIN_SECONDS, TOLD_AT_ONCE)
    yield told
  } while (told === TOLD_AT_ONCE)
}

/** Events whose webhook is on again, which are released with it. */
async function* heldEvents(webhookEvents: WebhookHousekeepingPorts['webhookEvents']) {
  let released: DeliveryKey[]
  do {
    released = await webhookEvents.releaseHeld(RELEASED_AT_ONCE)
    yield released
  } while (released.length === RELEASED_AT_ONCE)
}
