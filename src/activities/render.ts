import { writeFile } from 'node:fs/promises'

import { captionsSrt, captionsVtt } from '../domain/captions.ts'
import { mediaKey } from '../domain/media-asset.ts'
import { STANDARD_PICTURE } from '../domain/picture.ts'
import type { Segment } from '../domain/picture.ts'
import type { Video } from '../domain/video.ts'
import type { AssembledVideo, MediaStore, Renderer, Scene, Scratch, Videos } from '../ports.ts'
import { heartbeating } from './heartbeating.ts'
import { readTimeline } from './timeline-file.ts'
import { VideoDeleted } from './video-deleted.ts'
import { workKeys } from './work-files.ts'

/** What drawing needs. */
export interface RenderPorts {
  readonly videos: Pick<Videos, 'find'>
  readonly renderer: Renderer
  readonly media: MediaStore
  readonly scratch: Scratch
}

interface VideoInput {
  readonly accountId: string
  readonly videoId: string
}

/** Rendering: from the timeline to one finished file. */
export function createRenderActivities({ videos, renderer, media, scratch }: RenderPorts) {
  async function readVideo({ accountId, videoId }: VideoInput): Promise<Video> {
    const video = await videos.find(accountId, videoId)
    if (video === null) throw new VideoDeleted(videoId)
    return video
  }

  async function sceneOf(video: Video): Promise<Scene> {
    return {
      presenterId: video.presenterId ?? '',
      timelineFile: await media.localFile(workKeys(video.id).timeline),
      format: STANDARD_PICTURE,
      seed: video.id,
    }
  }

  /** The last of the finished files: when it is there, so are the others. */
  async function storeSideFiles(video: Video, folder: string): Promise<void> {
    const timeline = await readTimeline(media, video.id)
    const poster = { ...(await sceneOf(video)), outFile: `${folder}/poster.jpg` }
    await heartbeating((options) => renderer.drawPoster(poster, options))
    await writeFile(`${folder}/captions.srt`, captionsSrt(timeline))
    await writeFile(`${folder}/captions.vtt`, captionsVtt(timeline))
    await media.put(mediaKey(video.id, 'poster'), `${folder}/poster.jpg`)
    await media.put(mediaKey(video.id, 'captions.srt'), `${folder}/captions.srt`)
    await media.put(mediaKey(video.id, 'captions.vtt'), `${folder}/captions.vtt`)
  }

  return {
    /** Draws one segment of a video; keeps it in the media store. */
    async drawSegment(input: VideoInput & { segment: Segment }): Promise<void> {
      const key = workKeys(input.videoId).segment(input.segment.index)
      if (await media.has(key)) return
      const scene = await sceneOf(await readVideo(input))
      await scratch.use(async (folder) => {
        const outFile = `${folder}/segment.mp4`
        const job = { ...scene, segment: input.segment, outFile }
        await heartbeating((options) => renderer.drawSegment(job, options))
        await media.put(key, outFile)
      })
    },

    /** Joins the segments and the sound into the finished file, with poster and captions beside it. */
    async assembleVideo(input: VideoInput & { segments: number }): Promise<AssembledVideo> {
      const video = await readVideo(input)
      const keys = workKeys(video.id)
      const segmentKeys = Array.from({ length: input.segments }, (_, index) => keys.segment(index))
      const segmentFiles = await Promise.all(segmentKeys.map((key) => media.localFile(key)))
      return scratch.use(async (folder) => {
        await storeSideFiles(video, folder)
        const outFile = `${folder}/video.mp4`
        const audioFile = await media.localFile(keys.audio)
        const title = video.title ?? video.presenterName
        const job = { segmentFiles, audioFile, format: STANDARD_PICTURE, title, outFile }
        const assembled = await heartbeating((options) => renderer.assemble(job, options))
        await media.put(mediaKey(video.id, 'video'), outFile)
        return assembled
      })
    },
  }
}
