import { isNotFound } from '../../domain/error/errors.ts'
import { TEST_VIDEO_HOURS } from '../../domain/video/test-outcome.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { Log } from '../../ports/process/log.ts'
import type { Orphans } from '../../ports/process/orphans.ts'
import { forEachOrphan } from '../orphan-work.ts'

/** Stores and use case for removing videos that are not kept. */
export interface ExpiredVideoPorts {
  readonly orphans: Pick<Orphans, 'oldTestVideos'>
  /** As the API deletes one that its client asks to delete. */
  readonly deleteVideo: (input: { accountId: string; videoId: string }) => Promise<void>
  readonly clock: Clock
  readonly log: Log
}

/** Videos that are kept for a time. */
export function createExpiredVideoActivities({ orphans, deleteVideo, clock, log }: ExpiredVideoPorts) {
  return {
    /** Deletes test videos after their day. Returns their number. */
    async removeTestVideos(): Promise<number> {
      const old = orphans.oldTestVideos(TEST_VIDEO_HOURS * 3_600)
      const removed = await forEachOrphan(old, clock, async (video) => {
        try {
          await deleteVideo(video)
          return true
        } catch (error) {
          // Its client was quicker.
          if (isNotFound(error)) return false
          throw error
        }
      })
      if (removed > 0) log.info({ videos: removed }, 'old test videos removed')
      return removed
    },
  }
}
