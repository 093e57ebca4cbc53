import { CancellationScope, setHandler } from '@temporalio/workflow'

import { twinWithdrawnSignal } from './contract.ts'
import { foundFailure } from './failure-type.ts'

/**
 * Does work for as long as its twin is not withdrawn: then all of it is cancelled, and `TwinWithdrawn` is thrown.
 * Withdrawals are heard from the call on.
 */
export async function unlessWithdrawn<Result>(work: () => Promise<Result>): Promise<Result> {
  const scope = new CancellationScope()
  let isWithdrawn = false
  setHandler(twinWithdrawnSignal, () => {
    isWithdrawn = true
    scope.cancel()
  })
  try {
    return await scope.run(work)
  } catch (error) {
    if (!isWithdrawn) throw error
    throw foundFailure('TwinWithdrawn', 'The twin was withdrawn.')
  }
}
