import type { Videos } from '../../ports/video/videos.ts'

/** Store for recording progress. */
export interface ProgressPorts {
  readonly videos: Pick<Videos, 'recordProgress'>
}

/** Progress: what a polling client sees. */
export function createProgressActivities({ videos }: ProgressPorts) {
  return {
    /** Raises a video's progress, in percent; never lowers it. */
    async recordProgress(input: { videoId: string; progress: number }): Promise<void> {
      await videos.recordProgress(input.videoId, input.progress)
    },
  }
}
