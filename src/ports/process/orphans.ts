import type { BatchKey } from '../../domain/batch/batch.ts'
import type { LostVideo } from '../../domain/video/video.ts'
import type { DeliveryKey } from '../../domain/webhook/webhook-delivery.ts'

/** A video that has ended, and whether its finished files are to stay. */
export interface EndedVideo {
  readonly videoId: string
  readonly keepFinished: boolean
}

/**
 * Finds what crashes and outages left behind, the oldest first. Lists come in portions of some hundreds, each read when
 * it is asked for: whoever stops asking leaves the rest for the next time.
 */
export interface Orphans {
  /** Videos that were accepted so long ago, but no longer than that, and have not ended. */
  overdueVideos(olderThanSeconds: number, youngerThanSeconds?: number): AsyncIterable<readonly LostVideo[]>
  /** Batches that were accepted so long ago and run. */
  overdueBatches(olderThanSeconds: number): AsyncIterable<readonly BatchKey[]>
  /** Deliveries whose next attempt was due so long ago. */
  overdueDeliveries(overdueForSeconds: number): AsyncIterable<readonly DeliveryKey[]>
  /** Removes requests that were never decided; their number. */
  removeRequests(olderThanSeconds: number): Promise<number>
  /**
   * Removes what has ended and nobody looks at any more: sessions, invitations, decided requests for plans, answers that are
   * not kept any more, and what was counted for limits whose windows are over; their number in each portion.
   */
  removeEnded(): AsyncIterable<number>
  /** Videos that are kept no longer. */
  expiredVideos(): AsyncIterable<readonly { accountId: string; videoId: string }[]>
  /** Videos that ended so long ago and whose files were not looked at since. */
  unsweptVideos(endedForSeconds: number): AsyncIterable<readonly EndedVideo[]>
  /** Notes that a video's files were looked at. */
  swept(videoId: string): Promise<void>
  /** Forgets secrets that sign no more, and what was sent so long ago; the number of attempts in each portion. */
  forgetSent(olderThanSeconds: number): AsyncIterable<number>
  /** Opens periods of accounts whose last one has ended; their number in each portion. */
  openDuePeriods(): AsyncIterable<number>
}
