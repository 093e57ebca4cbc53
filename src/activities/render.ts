import type { RendererStamp } from '../domain/making.ts'
import { mediaKey } from '../domain/media-asset.ts'
import type { Segment } from '../domain/picture.ts'
import type { AssembledVideo, Scene } from '../domain/studio-job.ts'
import type { Renderer, Scratch, Videos } from '../ports.ts'
import { heartbeating } from './heartbeating.ts'
import { outsideRenderer } from './outside-render.ts'
import { readVideo, sceneOf } from './scene.ts'
import type { ScenePorts, VideoInput } from './scene.ts'
import { storeCaptions, storeProvenance } from './side-files.ts'
import type { SideFilePorts } from './side-files.ts'
import { workKeys } from './work-files.ts'

/** What drawing needs. */
export interface RenderPorts extends ScenePorts, SideFilePorts {
  readonly videos: Pick<Videos, 'find' | 'script'>
  readonly renderer: Renderer
  readonly scratch: Scratch
  readonly houseRenderer: RendererStamp
}

/** Rendering: from the timeline to one finished file. */
export function createRenderActivities(ports: RenderPorts) {
  const { renderer, media, scratch } = ports
  return {
    /**
     * Draws one segment of a video, as it is settled after a part of the script; keeps it in the media
     * store. The poster is drawn with the first segment, by a process that has the presenter painted.
     */
    async drawSegment(input: VideoInput & { segment: Segment; part: number }): Promise<void> {
      const keys = workKeys(input.videoId)
      const key = keys.segment(input.segment.index)
      if (await media.has(key)) return
      const scene = await sceneOf(ports, await readVideo(ports, input), keys.timelineAfter(input.part))
      await scratch.use(async (folder) => {
        const outFile = `${folder}/segment.mp4`
        const job = { ...scene, segment: input.segment, outFile }
        await heartbeating(input, (options) => renderer.drawSegment(job, options))
        if (input.segment.index === 0) await storePoster(ports, input, scene, folder)
        // Last, because its presence says that nothing is left to be drawn here.
        await media.put(key, outFile)
      })
    },

    /** Joins the segments and the sound into the finished file, with captions and provenance beside it. */
    async assembleVideo(input: VideoInput & { segments: number }): Promise<AssembledVideo> {
      const video = await readVideo(ports, input)
      const keys = workKeys(video.id)
      const segmentKeys = Array.from({ length: input.segments }, (_, index) => keys.segment(index))
      const segmentFiles = await Promise.all(segmentKeys.map((key) => media.localFile(key)))
      const soundFile = await media.localFile(keys.encodedAudio)
      return scratch.use(async (folder) => {
        const scene = await sceneOf(ports, video)
        const drawnBy = await outsideRenderer(media, video.id)
        await storeCaptions(ports, video, folder)
        const job = {
          segmentFiles,
          soundFile,
          format: scene.format,
          title: video.title ?? video.presenterName,
          videoId: video.id,
          outFile: `${folder}/video.mp4`,
        }
        const file = await heartbeating(input, (options) => renderer.assemble(job, options))
        const picture = { presenterId: scene.presenterId, drawnBy: drawnBy ?? ports.houseRenderer, file }
        await storeProvenance(ports, video, picture, folder)
        await media.put(mediaKey(video.id, 'video'), job.outFile)
        return file
      })
    },
  }
}

/** Another renderer's poster is a still of what it drew, and was kept with that. */
async function storePoster(
  { renderer, media }: RenderPorts,
  owner: VideoInput,
  scene: Scene,
  folder: string,
): Promise<void> {
  const outFile = `${folder}/poster.jpg`
  await heartbeating(owner, (options) => renderer.drawPoster({ ...scene, outFile }, options))
  await media.put(mediaKey(scene.seed, 'poster'), outFile)
}
