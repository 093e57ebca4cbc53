import { invalidFields, problem } from '../../domain/error/errors.ts'
import { REDELIVERABLE_FOR_SECONDS } from '../../domain/webhook/webhook-event.ts'
import type { EventWithStatus } from '../../domain/webhook/webhook-event.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { Log } from '../../ports/process/log.ts'
import type { Orchestrator } from '../../ports/video/orchestrator.ts'
import type { WebhookEvents } from '../../ports/webhook/webhook-events.ts'

/** Stores and services for redelivering an event. */
export interface RedeliverEventPorts {
  readonly webhookEvents: Pick<WebhookEvents, 'details' | 'redeliver'>
  readonly orchestrator: Pick<Orchestrator, 'deliverWebhook'>
  readonly clock: Clock
  readonly log: Log
}

/**
 * Redelivers an event immediately, regardless of the outcome of earlier deliveries. The new delivery replaces one that
 * is waiting for its next attempt, and joins one that has not sent anything yet.
 *
 * @throws `not_found` when the event does not exist or its video was deleted; `invalid_request` after 30 days.
 */
export type RedeliverEvent = (input: { accountId: string; eventId: string }) => Promise<EventWithStatus>

/** Builds the use case. It records the delivery before starting it, so that no outage can lose it. */
export function makeRedeliverEvent(ports: RedeliverEventPorts): RedeliverEvent {
  const { webhookEvents, orchestrator, clock, log } = ports
  return async ({ accountId, eventId }) => {
    const event = await webhookEvents.details(accountId, eventId)
    if (event === null) throw problem('not_found')
    if (clock().getTime() - event.createdAt.getTime() > REDELIVERABLE_FOR_SECONDS * 1_000) throw tooOld()
    const delivery = await webhookEvents.redeliver(accountId, eventId)
    if (delivery === null)
      throw problem('not_found', { message: 'The video of this event has been deleted.' })
    try {
      await orchestrator.deliverWebhook(delivery)
    } catch (error) {
      log.warn({ ...delivery, error }, 'delivery could not be started; housekeeping will start it')
    }
    return (await webhookEvents.details(accountId, eventId)) ?? event
  }
}

function tooOld() {
  const message = 'An event can be redelivered for 30 days.'
  return invalidFields({ id: { code: 'invalid', message } })
}
