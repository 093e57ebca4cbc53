import { CancellationScope } from '@temporalio/workflow'

/** Does all of it side by side. When one fails, the others are stopped first. */
export async function allOrNone<Result>(steps: readonly (() => Promise<Result>)[]): Promise<Result[]> {
  const scope = new CancellationScope()
  return scope.run(async () => {
    const running = steps.map((step) => step())
    try {
      return await Promise.all(running)
    } catch (error) {
      scope.cancel()
      await Promise.allSettled(running)
      throw error
    }
  })
}
