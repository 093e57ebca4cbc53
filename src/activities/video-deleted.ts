import type { ApplicationFailure } from '@temporalio/activity'

import { stepFailure } from './step-failure.ts'

/** Its owner deleted the video while it was being made: there is nothing left to do, so no retry helps. */
export function videoDeleted(videoId: string): ApplicationFailure {
  return stepFailure('VideoDeleted', `${videoId} was deleted.`)
}
