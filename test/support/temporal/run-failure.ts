import type { WorkflowHandle } from '@temporalio/client'
import { WorkflowFailedError } from '@temporalio/client'
import type { ApplicationFailure } from '@temporalio/common'
import { expect } from 'vitest'

/** What a run failed with; fails the test when the run did not. */
export async function failureOf(handle: WorkflowHandle): Promise<ApplicationFailure> {
  const failed = await handle.result().then(
    () => null,
    (error: unknown) => error,
  )
  expect(failed).toBeInstanceOf(WorkflowFailedError)
  return (failed as WorkflowFailedError).cause as ApplicationFailure
}
