import { ApplicationFailure, CancelledFailure } from '@temporalio/activity'

import { placeFaultOf } from '../domain/error/place-fault.ts'
import { HOUSEKEEPING_STEPS } from '../domain/health/metric-families.ts'
import type { MetricLabels } from '../domain/health/metric-families.ts'
import { failureCause } from '../domain/video/failure-cause.ts'
import type { FailureCause } from '../domain/video/failure-cause.ts'
import type { Metrics } from '../ports/process/metrics.ts'

type Steps = Readonly<Record<string, (...input: never[]) => Promise<unknown>>>
type HousekeepingStep = MetricLabels<'presenter_housekeeping_done_total'>['step']

/** The same steps, each try of which is measured, whether it succeeds, fails, or is interrupted. */
export function measuredSteps<Of extends Steps>(steps: Of, metrics: Metrics): Of {
  const measured = Object.entries(steps).map(([step, perform]) => [
    step,
    async (...input: never[]) => {
      const startedAt = performance.now()
      try {
        const result = await perform(...input)
        if (isHousekeeping(step)) noteHousekeeping(metrics, step, result)
        return result
      } catch (error) {
        if (error instanceof CancelledFailure) metrics.count('presenter_step_interruptions_total', { step })
        else metrics.count('presenter_step_errors_total', { step, cause: causeOf(error) })
        throw error
      } finally {
        const seconds = (performance.now() - startedAt) / 1_000
        metrics.observe('presenter_step_duration_seconds', { step }, seconds)
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

function causeOf(error: unknown): FailureCause {
  const type = error instanceof ApplicationFailure ? error.type : placeFaultOf(error)
  return failureCause(type ?? (error instanceof Error ? error.name : null))
}
