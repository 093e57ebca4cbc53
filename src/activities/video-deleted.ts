import { ApplicationFailure } from '@temporalio/activity'

/** Its owner deleted the video while it was being made: there is nothing left to do, so no retry helps. */
export function videoDeleted(videoId: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(`${videoId} was deleted.`, 'VideoDeleted')
}
