import { ApplicationFailure } from '@temporalio/common'

import type { PlaceFault } from '../../../src/domain/error/place-fault.ts'

/**
 * What Temporal's SDK reports of a step that a worker did not finish before it stopped. That it still does is shown by
 * `test/slow/fleet/stopped-workers.test.ts`.
 */
export function workerStopped(): ApplicationFailure {
  return ApplicationFailure.create({ message: 'Worker is shutting down', type: 'WorkerShutdown' })
}

/** A step whose worker stops so many times before it is done. */
export function stoppedTimes<Output>(times: number, done: () => Promise<Output>): () => Promise<Output> {
  return failedTimes(times, workerStopped, done)
}

/** What an activity reports of a place that lacks something, as `activities/place-failures.ts` does. */
export function placeFailed(type: PlaceFault): ApplicationFailure {
  return ApplicationFailure.create({ message: 'the place is sick', type })
}

/** A step that fails so many times before it is done. */
export function failedTimes<Output>(
  times: number,
  failure: () => Error,
  done: () => Promise<Output>,
): () => Promise<Output> {
  let failures = 0
  return async () => {
    failures += 1
    if (failures <= times) throw failure()
    return done()
  }
}
