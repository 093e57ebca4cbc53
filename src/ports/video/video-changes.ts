import type { VideoStatus } from '../../domain/video/video.ts'

/** How a video is now, after something about it has changed. */
export interface VideoChange {
  readonly accountId: string
  readonly videoId: string
  readonly status: VideoStatus
  /** 0 to 100. */
  readonly progress: number
  readonly isDeleted: boolean
}

/** Reports changes of videos as they happen, so that clients do not have to poll. */
export interface VideoChanges {
  /**
   * Calls back for each change of a video of the account, within about a second. Of several changes in quick
   * succession, only the last is reported.
   *
   * @returns what ends it.
   */
  watch(accountId: string, changed: (change: VideoChange) => void): () => void
}
