import type { Video } from '../../domain/video/video.ts'
import type { WebhookEvent } from '../../domain/webhook/webhook-event.ts'

/** A video that has ended, and the event of its end. */
export interface VideoEnding {
  readonly event: WebhookEvent
  readonly video: Video
}

/** Reads how videos have ended. Deleted ones are not among them. */
export interface VideoEndings {
  /** How a video of the account has ended; null while it has not. */
  of(accountId: string, videoId: string): Promise<VideoEnding | null>
  /**
   * What has ended since an event of the account, oldest first. Endings of a few seconds before that event may be among them, because
   * a transaction that began earlier may have been committed later. Null when the event is unknown, older than a day, or
   * followed by more than can be sent at once.
   */
  since(accountId: string, eventId: string): Promise<VideoEnding[] | null>
}
