import { ApplicationFailure } from '@temporalio/activity'

import type { RendererStamp } from '../domain/making.ts'
import { mediaKey } from '../domain/media-asset.ts'
import type { Segment } from '../domain/picture.ts'
import type { Video } from '../domain/video.ts'
import { pictureFormat } from '../domain/video-options.ts'
import type { AssembledVideo, Scene } from '../domain/studio-job.ts'
import type { MediaStore, Renderer, Scratch, Twins, Videos } from '../ports.ts'
import { heartbeating } from './heartbeating.ts'
import { storeCaptions, storeProvenance } from './side-files.ts'
import type { SideFilePorts } from './side-files.ts'
import { videoDeleted } from './video-deleted.ts'
import { workKeys } from './work-files.ts'

/** What drawing needs. */
export interface RenderPorts extends SideFilePorts {
  readonly videos: Pick<Videos, 'find' | 'script'>
  readonly twins: Pick<Twins, 'look'>
  readonly renderer: Renderer
  readonly media: MediaStore
  readonly scratch: Scratch
  readonly houseRenderer: RendererStamp
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

    /** Joins the segments and the sound into the finished file, with poster, captions and provenance beside it. */
    async assembleVideo(input: VideoInput & { segments: number }): Promise<AssembledVideo> {
      const video = await readVideo(ports, input)
      const keys = workKeys(video.id)
      const segmentKeys = Array.from({ length: input.segments }, (_, index) => keys.segment(index))
      const segmentFiles = await Promise.all(segmentKeys.map((key) => media.localFile(key)))
      const audioFile = await media.localFile(keys.audio)
      return scratch.use(async (folder) => {
        const poster = { ...(await sceneOf(ports, video)), outFile: `${folder}/poster.jpg` }
        await heartbeating((options) => renderer.drawPoster(poster, options))
        await media.put(mediaKey(video.id, 'poster'), poster.outFile)
        await storeCaptions(ports, video, folder)
        const job = {
          segmentFiles,
          audioFile,
          format: poster.format,
          title: video.title ?? video.presenterName,
          videoId: video.id,
          outFile: `${folder}/video.mp4`,
        }
        const file = await heartbeating((options) => renderer.assemble(job, options))
        const picture = { presenterId: poster.presenterId, drawnBy: ports.houseRenderer, file }
        await storeProvenance(ports, video, picture, folder)
        await media.put(mediaKey(video.id, 'video'), job.outFile)
        return file
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
