import { invalidFields, problem } from '../../domain/error/errors.ts'
import { MOST_RECOVERED, RECOVERED_FOR_SECONDS } from '../../domain/webhook/event-endpoint.ts'
import type { RecoverableStatus } from '../../domain/webhook/event-endpoint.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { EndpointDeliveries, Recovered } from '../../ports/webhook/endpoint-deliveries.ts'
import type { EventEndpoints } from '../../ports/webhook/event-endpoints.ts'

/** What an endpoint that was down has missed. */
const MISSED: readonly RecoverableStatus[] = ['pending', 'exhausted', 'gone']

/** Stores for recovering events. */
export interface RecoverEventsPorts {
  readonly eventEndpoints: Pick<EventEndpoints, 'find'>
  readonly endpointDeliveries: Pick<EndpointDeliveries, 'recover'>
  readonly clock: Clock
}

/**
 * Redelivers the events of an endpoint since a time, the oldest first. Each gets a delivery of its own, which replaces one
 * that waits for its next attempt. Worker processes begin them within a second.
 *
 * @param status default: whatever was not delivered.
 * @throws `not_found` when the account has no such endpoint, `invalid_request` when the time is too long ago.
 */
export type RecoverEvents = (input: {
  accountId: string
  endpointId: string
  since: Date
  status?: RecoverableStatus
}) => Promise<Recovered>

/** Builds the use case. */
export function makeRecoverEvents({
  eventEndpoints,
  endpointDeliveries,
  clock,
}: RecoverEventsPorts): RecoverEvents {
  return async ({ accountId, endpointId, since, status }) => {
    if ((await eventEndpoints.find(accountId, endpointId)) === null) throw problem('not_found')
    if (clock().getTime() - since.getTime() > RECOVERED_FOR_SECONDS * 1_000) {
      const days = RECOVERED_FOR_SECONDS / 86_400
      const message = `Send a time within the last ${days} days.`
      throw invalidFields({ since: { code: 'invalid', message } })
    }
    const statuses = status === undefined ? MISSED : [status]
    return endpointDeliveries.recover({ accountId, endpointId, since, statuses, limit: MOST_RECOVERED })
  }
}
