import { ApplicationFailure, CancelledFailure } from '@temporalio/activity'

import { isPlaceFault, placeFaultOf } from '../domain/error/place-fault.ts'
import { HOUSEKEEPING_STEPS } from '../domain/health/metric-families.ts'
import type { MetricLabels } from '../domain/health/metric-families.ts'
import { failureCause } from '../domain/video/failure-cause.ts'
import type { FailureCause } from '../domain/video/failure-cause.ts'
import type { Log } from '../ports/process/log.ts'
import type { Metrics } from '../ports/process/metrics.ts'
import { tellOutage } from '../process/outage-log.ts'

type Steps = Readonly<Record<string, (...input: never[]) => Promise<unknown>>>
type HousekeepingStep = MetricLabels<'presenter_housekeeping_done_total'>['step']

/** Steps that many rounds have nothing to do for, and that say what they did; and those that only note how far a video is. */
const QUIET: ReadonlySet<string> = new Set([...HOUSEKEEPING_STEPS, 'recordProgress', 'recordTwinProgress'])

/** Where tries of steps are noted. */
interface StepPorts {
  readonly metrics: Metrics
  readonly log: Log
}

/**
 * The same steps, each try of which is measured and has a line in the log, whether it succeeds, fails, or is interrupted. Which
 * step of which video it is, the log knows (process/log-facts.ts).
 */
export function measuredSteps<Of extends Steps>(steps: Of, { metrics, log }: StepPorts): Of {
  const measured = Object.entries(steps).map(([step, perform]) => [
    step,
    async (...input: never[]) => {
      const startedAt = performance.now()
      const took = () => (performance.now() - startedAt) / 1_000
      try {
        const result = await perform(...input)
        if (isHousekeeping(step)) noteHousekeeping(metrics, step, result)
        log[QUIET.has(step) ? 'debug' : 'info']({ seconds: rounded(took()) }, 'step done')
        return result
      } catch (error) {
        if (error instanceof CancelledFailure) {
          metrics.count('presenter_step_interruptions_total', { step })
          log.info({ seconds: rounded(took()) }, 'step interrupted')
        } else {
          metrics.count('presenter_step_errors_total', { step, cause: causeOf(error) })
          sayWhy(log, error, took())
        }
        throw error
      } finally {
        metrics.observe('presenter_step_duration_seconds', { step }, took())
      }
    },
  ])
  return Object.fromEntries(measured) as Of
}

function isHousekeeping(step: string): step is HousekeepingStep {
  return (HOUSEKEEPING_STEPS as readonly string[]).includes(step)
}

function noteHousekeeping(metrics: Metrics, step: HousekeepingStep, done: unknown): void {
  metrics.set('presenter_housekeeping_last_success_timestamp_seconds', { step }, Date.now() / 1_000)
  metrics.count('presenter_housekeeping_done_total', { step }, Number(done))
}

/** To the millisecond. */
function rounded(seconds: number): number {
  return Math.round(seconds * 1_000) / 1_000
}

/**
 * Says why a step failed. The stack says more than the sentence only where nobody foresaw the failure. That something is away is
 * told once a minute; which steps it concerns is no warning of its own.
 */
function sayWhy(log: Log, error: unknown, tookSeconds: number): void {
  const [seconds, cause] = [rounded(tookSeconds), causeOf(error)]
  const why = (error as Error).message
  if (isPlaceFault(typeOf(error))) {
    tellOutage(log, cause, error)
    log.info({ seconds, cause, why }, 'step failed')
    return
  }
  const isForeseen = error instanceof ApplicationFailure || cause !== 'other'
  log.warn({ seconds, cause, ...(isForeseen ? { why } : { error }) }, 'step failed')
}

function causeOf(error: unknown): FailureCause {
  return failureCause(typeOf(error))
}

function typeOf(error: unknown): string | null | undefined {
  if (error instanceof ApplicationFailure) return error.type
  return placeFaultOf(error) ?? (error instanceof Error ? error.name : null)
}
