import { ActivityFailure, ApplicationFailure } from '@temporalio/workflow'

import { isStepFailure } from '../domain/step-failure.ts'
import type { StepFailure } from '../domain/step-failure.ts'

/** The name of what a step failed with for good; null for anything else, such as a timeout or a cancellation. */
export function failureType(error: unknown): StepFailure | null {
  const type = applicationFailure(error)?.type
  return isStepFailure(type) ? type : null
}

/** What a step that failed for good told besides; null when it told nothing. */
export function failureDetail(error: unknown): unknown {
  return applicationFailure(error)?.details?.[0] ?? null
}

/** A failure that a workflow itself finds out. The caller throws it. @param detail told besides the message. */
export function foundFailure(
  name: StepFailure,
  message: string,
  ...detail: readonly unknown[]
): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, name, ...detail)
}

function applicationFailure(error: unknown): ApplicationFailure | null {
  const cause = error instanceof ActivityFailure ? error.cause : error
  return cause instanceof ApplicationFailure ? cause : null
}
