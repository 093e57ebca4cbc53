import { CancellationScope } from '@temporalio/workflow'

/** Starts a step without waiting for its end. For as long as the work goes on that it was given to. */
export type Beside = (step: () => Promise<void>) => void

/**
 * Runs work and concurrent steps until all of them are done. If anything fails, everything else is cancelled first, and
 * the first failure is thrown.
 */
export async function allOrNone(work: (beside: Beside) => Promise<void>): Promise<void> {
  const scope = new CancellationScope()
  const failures: unknown[] = []
  const fail = (error: unknown): void => {
    failures.push(error)
    scope.cancel()
  }
  await scope.run(async () => {
    const running: Promise<void>[] = []
    await work((step) => void running.push(step().catch(fail))).catch(fail)
    await Promise.all(running)
  })
  if (failures.length > 0) throw failures[0]
}
