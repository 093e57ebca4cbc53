import { writeFile } from 'node:fs/promises'

import { ApplicationFailure } from '@temporalio/activity'

import { captionsSrt, captionsVtt } from '../domain/captions.ts'
import { mediaKey } from '../domain/media-asset.ts'
import type { Segment } from '../domain/picture.ts'
import type { Video } from '../domain/video.ts'
import { pictureFormat } from '../domain/video-options.ts'
import type { AssembledVideo, Scene } from '../domain/studio-job.ts'
import type { MediaStore, Renderer, Scratch, Twins, Videos } from '../ports.ts'
import { heartbeating } from './heartbeating.ts'
import { readTimeline } from './timeline-file.ts'
import { videoDeleted } from './video-deleted.ts'
import { workKeys } from './work-files.ts'

/** What drawing needs. */
export interface RenderPorts {
  readonly videos: Pick<Videos, 'find'>
  readonly twins: Pick<Twins, 'look'>
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
      const scene = await sceneOf(ports, await readVideo(ports, input))
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
        const job = { segmentFiles, audioFile, format: pictureFormat(video.options), title, outFile }
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

async function sceneOf(ports: RenderPorts, video: Video): Promise<Scene> {
  return {
    ...(await whoIsDrawn(ports, video)),
    timelineFile: await ports.media.localFile(workKeys(video.id).timeline),
    format: pictureFormat(video.options),
    seed: video.id,
  }
}

/** A twin is drawn by the look that it has been given, under its own name. */
async function whoIsDrawn(
  { twins }: RenderPorts,
  { accountId, presenterId, twinId, presenterName }: Video,
): Promise<Pick<Scene, 'presenterId' | 'cardName'>> {
  if (twinId === null) return { presenterId: presenterId ?? '' }
  const look = await twins.look(accountId, twinId)
  if (look === null) throw ApplicationFailure.nonRetryable(`${twinId} has no look.`, 'RenderImpossible')
  return { presenterId: look.presenterId, cardName: presenterName }
}

async function storeSideFiles(ports: RenderPorts, video: Video, folder: string): Promise<void> {
  const { renderer, media } = ports
  const poster = { ...(await sceneOf(ports, video)), outFile: `${folder}/poster.jpg` }
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
