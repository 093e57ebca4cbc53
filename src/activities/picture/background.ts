import { ApplicationFailure } from '@temporalio/activity'

import type { MakingFailure } from '../../domain/video/making-failure.ts'
import { PictureRefused } from '../../domain/picture/remote-picture.ts'
import type { RemotePictures } from '../../domain/picture/remote-picture.ts'
import { isLinked, pictureFormat } from '../../domain/video/video-options.ts'
import type { MediaStore } from '../../media/media-store.ts'
import type { Scratch } from '../../ports/process/scratch.ts'
import type { Videos } from '../../ports/video/videos.ts'
import { heartbeating } from '../heartbeating.ts'
import type { VideoInput } from '../scene.ts'
import { keepText } from '../stored-text.ts'
import { videoDeleted } from '../video-deleted.ts'
import { workKeys } from '../work-files.ts'

/** Stores and services for fetching a background picture. */
export interface BackgroundPorts {
  readonly videos: Pick<Videos, 'find'>
  readonly pictures: Pick<RemotePictures, 'fetch'>
  readonly media: MediaStore
  readonly scratch: Scratch
}

/** Backgrounds that are pictures on the web. */
export function createBackgroundActivities({ videos, pictures, media, scratch }: BackgroundPorts) {
  return {
    /** Fetches the linked background picture and stores it. */
    async fetchBackground(input: VideoInput): Promise<void> {
      const { accountId, videoId } = input
      const keys = workKeys(videoId)
      if (await media.has(keys.background)) return
      const video = await videos.find(accountId, videoId)
      if (video === null) throw videoDeleted(videoId)
      const { background } = video.options
      if (!isLinked(background)) return
      await scratch.use(async (folder) => {
        const file = `${folder}/background.jpg`
        const size = pictureFormat(video.options)
        const sha256 = await heartbeating(input, (options) =>
          pictures.fetch(background.imageUrl, size, file, options).catch((error: unknown) => {
            throw forOwner(error)
          }),
        )
        await keepText(media, keys.backgroundSha256, sha256, folder)
        // Last: what is there is not fetched again.
        await media.put(keys.background, file)
      })
    },
  }
}

/** The failure whose sentence is shown to the video's owner, if there is one. */
function forOwner(error: unknown): unknown {
  if (!(error instanceof PictureRefused)) return error
  return ApplicationFailure.create({
    message: `The background image could not be used. ${error.message}`,
    type: 'BackgroundImpossible' satisfies MakingFailure,
    nonRetryable: !error.mayPass,
  })
}
