import { mediaFolder } from '../domain/media-asset.ts'
import type { VideoFailure } from '../domain/video.ts'
import type { MediaStore, NewId, Videos } from '../ports.ts'
import { workFolder } from './work-files.ts'

/** What ending a video needs. */
export interface ResultPorts {
  readonly videos: Pick<Videos, 'publish' | 'fail'>
  readonly media: MediaStore
  readonly newId: NewId
}

interface VideoInput {
  readonly accountId: string
  readonly videoId: string
}

/** Results: the transactions that end a video, and what is removed after them. */
export function createResultActivities({ videos, media, newId }: ResultPorts) {
  return {
    /** Ready, settled and told in one transaction; the event's id, or null when the video was deleted. */
    async publishVideo(input: VideoInput & { durationSeconds: number }): Promise<string | null> {
      return videos.publish(input.accountId, input.videoId, input.durationSeconds, newId('evt'))
    },

    /** Failed, released and told in one transaction; the event's id, or null when the video was deleted. */
    async failVideo(input: VideoInput & { failure: VideoFailure }): Promise<string | null> {
      return videos.fail(input.accountId, input.videoId, input.failure, newId('evt'))
    },

    /** Removes what a video was made from and, unless it is to be kept, the finished files too. */
    async discardMedia(input: { videoId: string; keepFinished: boolean }): Promise<void> {
      await media.removeAll(workFolder(input.videoId))
      if (!input.keepFinished) await media.removeAll(mediaFolder(input.videoId))
    },
  }
}
