import { ApplicationFailure } from '@temporalio/activity'

import type { MakingFailure } from '../domain/video/making-failure.ts'

/** A failure that an activity itself finds out and that no retry can change. */
export function madeImpossible(name: MakingFailure, message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, name)
}
