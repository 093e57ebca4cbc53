import { setTimeout as delay } from 'node:timers/promises'

import { outageOf } from '../domain/video/failure-cause.ts'
import type { Log } from '../ports/process/log.ts'
import { tellOutage } from '../process/outage-log.ts'
import type { StartEndpointDeliveries } from '../usecases/webhook/start-endpoint-deliveries.ts'

/** An event for an endpoint is sent within about a second; a look is one read of an index that is mostly empty. */
const LOOK_EVERY_MS = 500

/** When the database or Temporal is away, nothing is gained by asking again at once. */
const AFTER_FAILURE_MS = 5_000

/**
 * Starts deliveries of events that were written for endpoints, as they are written, until it is asked to stop. Events wait in
 * the database while no process does this.
 */
export async function keepStartingDeliveries(
  { startEndpointDeliveries }: { readonly startEndpointDeliveries: StartEndpointDeliveries },
  log: Log,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    let pauseMs = LOOK_EVERY_MS
    try {
      if (await startEndpointDeliveries()) pauseMs = 0
    } catch (error) {
      const outage = outageOf(error)
      if (outage !== null) tellOutage(log, outage, error)
      else log.warn({ error }, 'deliveries to endpoints could not be started: tried again')
      pauseMs = AFTER_FAILURE_MS
    }
    await delay(pauseMs, undefined, { signal: stopping }).catch(() => undefined)
  }
}
