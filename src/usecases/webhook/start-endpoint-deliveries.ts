import type { DeliveryKey } from '../../domain/webhook/webhook-delivery.ts'
import type { Orchestrator } from '../../ports/video/orchestrator.ts'
import type { EndpointDeliveries } from '../../ports/webhook/endpoint-deliveries.ts'

/** Started side by side: about as many as a server takes in a second. */
const MOST_AT_ONCE = 100

/** A start takes ten seconds at most. One that failed, or whose process was killed, is made again by any process. */
const AGAIN_AFTER_SECONDS = 30

/** The store and the orchestrator for starting deliveries to endpoints. */
export interface StartEndpointDeliveriesPorts {
  readonly endpointDeliveries: Pick<EndpointDeliveries, 'takeDue' | 'begun'>
  readonly orchestrator: Pick<Orchestrator, 'deliverWebhook'>
}

/**
 * Starts deliveries of events that were written for endpoints. Returns whether there may be more now.
 * @throws what the first start that failed threw; the others have started.
 */
export type StartEndpointDeliveries = () => Promise<boolean>

/** Builds the use case. Any number of processes can call it at the same time. */
export function makeStartEndpointDeliveries({
  endpointDeliveries,
  orchestrator,
}: StartEndpointDeliveriesPorts): StartEndpointDeliveries {
  return async () => {
    const due = await endpointDeliveries.takeDue(MOST_AT_ONCE, AGAIN_AFTER_SECONDS)
    if (due.length === 0) return false
    const begun: DeliveryKey[] = []
    const starts = due.map(async (delivery) => {
      await orchestrator.deliverWebhook(delivery)
      begun.push(delivery)
    })
    const outcomes = await Promise.allSettled(starts)
    await endpointDeliveries.begun(begun)
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    return due.length === MOST_AT_ONCE
  }
}
