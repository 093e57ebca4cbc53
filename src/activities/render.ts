import { writeFile } from 'node:fs/promises'

import { captionsSrt, captionsVtt } from '../domain/captions.ts'
import { mediaKey } from '../domain/media-asset.ts'
import { STANDARD_PICTURE } from '../domain/picture.ts'
import type { Segment } from '../domain/picture.ts'
import type { Video } from '../domain/video.ts'
import type { AssembledVideo, Scene } from '../domain/studio-job.ts'
import type { MediaStore, Renderer, Scratch, Videos } from '../ports.ts'
import { heartbeating } from './heartbeating.ts'
import { readTimeline } from './timeline-file.ts'
import { videoDeleted } from './video-deleted.ts'
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
export function createRenderActivities(ports: RenderPorts) {
  const { renderer, media, scratch } = ports
  return {
    /** Draws one segment of a video; keeps it in the media store. */
    async drawSegment(input: VideoInput & { segment: Segment }): Promise<void> {
      const key = workKeys(input.videoId).segment(input.segment.index)
      if (await media.has(key)) return
      const scene = await sceneOf(await readVideo(ports, input), media)
      await scratch.use(async (folder) => {
        const outFile = `${folder}/segment.mp4`
        const job = { ...scene, segment: input.segment, outFile }
        await heartbeating((options) => renderer.drawSegment(job, options))
        await media.put(key, outFile)
      })
    },

    /** Joins the segments and the sound into the finished file, with poster and captions beside it. */
    async assembleVideo(input: VideoInput & { segments: number }): Promise<AssembledVideo> {
      const video = await readVideo(ports, input)
      const keys = workKeys(video.id)
      const segmentKeys = Array.from({ length: input.segments }, (_, index) => keys.segment(index))
      const segmentFiles = await Promise.all(segmentKeys.map((key) => media.localFile(key)))
      const audioFile = await media.localFile(keys.audio)
      return scratch.use(async (folder) => {
        await storeSideFiles(ports, video, folder)
        const outFile = `${folder}/video.mp4`
        const title = video.title ?? video.presenterName
        const job = { segmentFiles, audioFile, format: STANDARD_PICTURE, title, outFile }
        const assembled = await heartbeating((options) => renderer.assemble(job, options))
        await media.put(mediaKey(video.id, 'video'), outFile)
        return assembled
      })
    },
  }
}

async function readVideo({ videos }: RenderPorts, { accountId, videoId }: VideoInput): Promise<Video> {
  const video = await videos.find(accountId, videoId)
  if (video === null) throw videoDeleted(videoId)
  return video
}

async function sceneOf(video: Video, media: MediaStore): Promise<Scene> {
  return {
    presenterId: video.presenterId ?? '',
    timelineFile: await media.localFile(workKeys(video.id).timeline),
    format: STANDARD_PICTURE,
    seed: video.id,
  }
}

async function storeSideFiles({ renderer, media }: RenderPorts, video: Video, folder: string): Promise<void> {
  const poster = { ...(await sceneOf(video, media)), outFile: `${folder}/poster.jpg` }
  await heartbeating((options) => renderer.drawPoster(poster, options))
  await media.put(mediaKey(video.id, 'poster'), poster.outFile)
  const timeline = await readTimeline(media, video.id)
  for (const [asset, text] of [
    ['captions.srt', captionsSrt(timeline)],
    ['captions.vtt', captionsVtt(timeline)],
  ] as const) {
    await writeFile(`${folder}/${asset}`, text)
    await media.put(mediaKey(video.id, asset), `${folder}/${asset}`)
  }
}
