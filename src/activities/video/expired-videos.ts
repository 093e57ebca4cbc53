import { isNotFound } from '../../domain/error/errors.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { Log } from '../../ports/process/log.ts'
import type { Orphans } from '../../ports/process/orphans.ts'
import { forEachOrphan } from '../orphan-work.ts'

/** Stores and use case for removing videos that are not kept. */
export interface ExpiredVideoPorts {
  readonly orphans: Pick<Orphans, 'expiredVideos'>
  /** As the API deletes one that its client asks to delete. */
  readonly deleteVideo: (input: { accountId: string; videoId: string }) => Promise<void>
  readonly clock: Clock
  readonly log: Log
}

/** Videos that are kept for a time. */
export function createExpiredVideoActivities({ orphans, deleteVideo, clock, log }: ExpiredVideoPorts) {
  return {
    /** Deletes videos that have expired. Returns their number. */
    async removeExpiredVideos(): Promise<number> {
      const removed = await forEachOrphan(orphans.expiredVideos(), clock, async (video) => {
        try {
          await deleteVideo(video)
          return true
        } catch (error) {
          // Its client was quicker.
          if (isNotFound(error)) return false
          throw error
        }
      })
      if (removed > 0) log.info({ videos: removed }, 'expired videos deleted')
      return removed
    },
  }
}
