import { ApplicationFailure } from '@temporalio/common'

/**
 * What Temporal's SDK reports of a step that a worker did not finish before it stopped. That it still does is shown by
 * `test/e2e/stopped-workers.test.ts`.
 */
export function workerStopped(): ApplicationFailure {
  return ApplicationFailure.create({ message: 'Worker is shutting down', type: 'WorkerShutdown' })
}

/** A step whose worker stops so many times before it is done. */
export function stoppedTimes<Output>(times: number, done: () => Promise<Output>): () => Promise<Output> {
  let stops = 0
  return async () => {
    stops += 1
    if (stops <= times) throw workerStopped()
    return done()
  }
}
