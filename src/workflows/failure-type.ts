import { ActivityFailure, ApplicationFailure } from '@temporalio/workflow'

/** The name of what a step failed with for good; null for anything else, such as a timeout or a cancellation. */
export function failureType(error: unknown): string | null {
  return applicationFailure(error)?.type ?? null
}

/** What a step that failed for good told besides; null when it told nothing. */
export function failureDetail(error: unknown): unknown {
  return applicationFailure(error)?.details?.[0] ?? null
}

function applicationFailure(error: unknown): ApplicationFailure | null {
  const cause = error instanceof ActivityFailure ? error.cause : error
  return cause instanceof ApplicationFailure ? cause : null
}
