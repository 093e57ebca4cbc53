import type { LostVideo } from '../domain/video.ts'
import type { DeliveryKey } from '../domain/webhook-delivery.ts'

/** Finds what crashes and outages left behind. At most some hundreds at once, the oldest first. */
export interface Leftovers {
  /** Videos that were accepted so long ago, but no longer than that, and have not ended. */
  overdueVideos(olderThanSeconds: number, youngerThanSeconds?: number): Promise<LostVideo[]>
  /** Deliveries whose next attempt was due so long ago. */
  overdueDeliveries(overdueForSeconds: number): Promise<DeliveryKey[]>
  /** Removes requests that were never decided; their number. */
  removeRequests(olderThanSeconds: number): Promise<number>
  /** Videos that ended so long ago and whose files were not looked at since. */
  unsweptVideos(endedForSeconds: number): Promise<{ videoId: string; keepFinished: boolean }[]>
  /** Notes that a video's files were looked at. */
  swept(videoId: string): Promise<void>
  /** Forgets what was sent so long ago, and secrets that sign no more; the number of attempts. */
  forgetSent(olderThanSeconds: number): Promise<number>
  /** Opens periods of accounts whose last one has ended; their number. */
  openDuePeriods(): Promise<number>
}
