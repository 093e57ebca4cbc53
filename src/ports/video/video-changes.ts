import type { BatchEnding } from '../batch/batch-endings.ts'
import type { WebhookEvent } from '../../domain/webhook/webhook-event.ts'
import type { Video, VideoStatus } from '../../domain/video/video.ts'

/** How far a video is. */
export interface VideoState {
  readonly status: VideoStatus
  /** 0 to 100. */
  readonly progress: number
  readonly isDeleted: boolean
}

/** A video after something about it has changed. */
export interface VideoChange extends VideoState {
  readonly accountId: string
  readonly videoId: string
  /** How it was before; null for a video that is new. */
  readonly before: VideoState | null
  /** The video as it is now; null when it was deleted. */
  readonly video: Video | null
  /** The event of its end; null while it has not ended, and when it was deleted. */
  readonly ending: WebhookEvent | null
}

/** Somebody who follows the videos of an account. */
export interface Watch {
  /**
   * The unfinished videos at the beginning, by id, and perhaps others. Whatever changes after it resolved is reported. It rejects
   * never; while the database is away, it waits.
   */
  readonly begun: Promise<ReadonlyMap<string, VideoState>>
  /** Ends it. Safe to call again. */
  stop(): void
}

/** Reports changes of videos as they happen, so that clients do not have to poll. */
export interface VideoChanges {
  /**
   * Calls back for each change of a video of the account, within about a second. Of several changes in quick
   * succession, only the last is reported.
   *
   * @param ended hears of each batch of the account that ends, too.
   */
  watch(
    accountId: string,
    changed: (change: VideoChange) => void,
    ended?: (ending: BatchEnding) => void,
  ): Watch
}
