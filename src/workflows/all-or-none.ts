import { CancellationScope } from '@temporalio/workflow'

/** Begins a step whose end is not waited for at once. */
type Beside = (step: () => Promise<void>) => void

/**
 * Does work, and steps beside it, until all of it is done. When anything fails, everything else is stopped first;
 * what failed first is what is thrown.
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
