import type { Videos } from '../ports/video/videos.ts'

/** Where the progress of a video is noted. */
export interface ProgressPorts {
  readonly videos: Pick<Videos, 'recordProgress'>
}

/**
 * Raises the progress of a video, in percent, for those who poll; it never goes down. A courtesy, which may fail: trying
 * again would cost more than it is worth, as the next step notes more.
 */
export async function noteProgress(
  { videos }: ProgressPorts,
  videoId: string,
  progress: number,
): Promise<void> {
  await videos.recordProgress(videoId, progress).catch(() => undefined)
}
