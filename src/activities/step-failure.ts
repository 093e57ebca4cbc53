import { ApplicationFailure } from '@temporalio/activity'

import type { StepFailure } from '../domain/step-failure.ts'

/** A failure that an activity itself finds out and that no retry can change. The caller throws it. */
export function stepFailure(
  name: StepFailure,
  message: string,
  ...detail: readonly unknown[]
): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, name, ...detail)
}
