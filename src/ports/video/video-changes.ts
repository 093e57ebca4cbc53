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

/** Tells whoever waits what becomes of videos, so that nobody has to ask again and again. */
export interface VideoChanges {
  /**
   * Calls back for each change of a video of the account, within about a second of it. Of changes that follow quickly on one
   * another the last is told.
   *
   * @returns what ends it.
   */
  watch(accountId: string, changed: (change: VideoChange) => void): () => void
}
