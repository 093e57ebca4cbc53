import { needsOf } from '../domain/health/needs.ts'
import { TASK_QUEUES } from '../domain/health/task-queues.ts'
import { outageOf } from '../domain/video/failure-cause.ts'
import type { FleetFigures } from '../ports/process/fleet-figures.ts'
import type { Log } from '../ports/process/log.ts'
import type { Metrics } from '../ports/process/metrics.ts'
import type { FleetView } from '../ports/process/needs.ts'
import { tellOutage } from '../process/outage-log.ts'

/** Prometheus asks every quarter of a minute; several that ask make no more work for the database. */
const READ_EVERY_MS = 14_000

/** Where the figures of an installation come from. */
export interface FleetFacts {
  readonly read: () => Promise<FleetFigures>
  readonly fleet: Pick<FleetView, 'processes'>
  readonly log: Pick<Log, 'warn'>
}

/** Tells what concerns all of an installation, whenever somebody asks an API process for its metrics. */
export function tellFleetFigures(metrics: Metrics, { read, fleet, log }: FleetFacts): void {
  let readAt = -Infinity
  metrics.beforeTelling(async () => {
    if (performance.now() - readAt < READ_EVERY_MS) return
    readAt = performance.now()
    const figures = await read().catch((error: unknown) => {
      if (outageOf(error) === null)
        log.warn({ error }, 'figures of the installation cannot be read: metrics are as they were')
      else tellOutage(log, 'database', error)
      return null
    })
    if (figures === null) return
    metrics.set('presenter_videos', { status: 'queued' }, figures.queued)
    metrics.set('presenter_videos', { status: 'rendering' }, figures.rendering)
    metrics.set('presenter_oldest_unfinished_video_seconds', {}, figures.oldestSeconds)
    metrics.set('presenter_webhook_events', { status: 'pending' }, figures.pending)
    metrics.set('presenter_webhook_events', { status: 'endpoint_disabled' }, figures.held)
    metrics.set('presenter_webhook_oldest_pending_seconds', {}, figures.lateSeconds)
    if (figures.audit === null) return
    metrics.set('presenter_audit_discrepancies', {}, figures.audit.discrepancies)
    metrics.set('presenter_audit_timestamp_seconds', {}, figures.audit.atSeconds)
  })
  metrics.beforeTelling(() => {
    for (const queue of TASK_QUEUES) {
      const serving = fleet.processes().filter(({ queues }) => queues.includes(queue))
      const paused = serving.filter(({ lacks }) => lacks.some(({ need }) => needsOf(queue).includes(need)))
      metrics.set('presenter_workers', { queue, state: 'working' }, serving.length - paused.length)
      metrics.set('presenter_workers', { queue, state: 'paused' }, paused.length)
    }
  })
}
