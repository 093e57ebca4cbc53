import type { RendererStamp } from '../../domain/video/making.ts'
import { mediaKey } from '../../domain/video/media-asset.ts'
import type { Segment } from '../../domain/picture/picture.ts'
import type { AssembledVideo, Scene } from '../../domain/video/drawing-job.ts'
import { progressAt } from '../../domain/video/video.ts'
import type { Video } from '../../domain/video/video.ts'
import { pictureFormat } from '../../domain/video/video-options.ts'
import type { Renderer } from '../../ports/video/renderer.ts'
import type { Scratch } from '../../ports/process/scratch.ts'
import type { Videos } from '../../ports/video/videos.ts'
import type { WorkOptions } from '../../ports/process/work-options.ts'
import { heartbeating } from '../heartbeating.ts'
import { noteProgress } from '../note-progress.ts'
import { keepPoster, posterFilesIn } from './keep-poster.ts'
import { outsideRenderer } from './outside-render.ts'
import { readVideo, whoIsDrawn, withScene } from '../scene.ts'
import type { ScenePorts, VideoInput } from '../scene.ts'
import { storeCaptions, storeProvenance } from './side-files.ts'
import type { SideFilePorts } from './side-files.ts'
import { workKeys } from '../work-files.ts'

/** Stores and renderer for the render activities. */
export interface RenderPorts extends ScenePorts, SideFilePorts {
  readonly videos: Pick<Videos, 'find' | 'script' | 'recordProgress'>
  readonly renderer: Renderer
  readonly scratch: Scratch
  readonly houseRenderer: RendererStamp
}

/** A segment is drawn in the turn of its video. */
function asPiece({ videoId, segment }: SegmentInput, options: WorkOptions): WorkOptions {
  return { ...options, piece: { of: videoId, place: segment.index } }
}

/** A segment to draw. */
interface SegmentInput extends VideoInput {
  readonly segment: Segment
  /** After this part of the script, nothing changes the segment any more. */
  readonly part: number
  /** The progress of the video in percent, once this and all earlier segments are drawn. */
  readonly progress: number
  /** Whether the poster is drawn with it. */
  readonly poster?: true
}

/** Rendering: from the timeline to one finished file. */
export function createRenderActivities(ports: RenderPorts) {
  const { renderer, media, scratch } = ports
  return {
    /**
     * Draws one segment of a video, as it is settled after a part of the script; keeps it in the media
     * store. The poster is drawn with one of them, by a process that has the presenter painted.
     */
    async drawSegment(input: SegmentInput): Promise<void> {
      const keys = workKeys(input.videoId)
      const key = keys.segment(input.segment.index)
      await scratch.use((folder) =>
        heartbeating(input, async (options) => {
          if (await media.has(key)) return
          const video = await readVideo(ports, input)
          await withScene(ports, video, { key: keys.timelineAfter(input.part), folder }, async (scene) => {
            const outFile = `${folder}/segment.mp4`
            await renderer.drawSegment({ ...scene, segment: input.segment, outFile }, asPiece(input, options))
            if (input.poster) await storePoster(ports, scene, folder, asPiece(input, options))
            // Last, because its presence says that nothing is left to be drawn here.
            await media.put(key, outFile)
          })
        }),
      )
      await noteProgress(ports, input.videoId, input.progress)
    },

    /** Joins the segments and the sound into the finished file, with captions and provenance beside it. */
    async assembleVideo(input: VideoInput & { segments: number }): Promise<AssembledVideo> {
      const video = await readVideo(ports, input)
      const keys = workKeys(video.id)
      const segmentKeys = Array.from({ length: input.segments }, (_, index) => keys.segment(index))
      return scratch.use((folder) =>
        heartbeating(input, async (options) => {
          const [who, drawnBy] = [await whoIsDrawn(ports, video), await outsideRenderer(media, video.id)]
          const job = {
            format: pictureFormat(video.options),
            title: titleOf(video),
            videoId: video.id,
            outFile: `${folder}/video.mp4`,
          }
          const joined = media.withFile(keys.encodedAudio, (soundFile) =>
            media.withFiles(segmentKeys, (segmentFiles) =>
              renderer.assemble({ ...job, segmentFiles, soundFile }, options),
            ),
          )
          const [file] = await Promise.all([
            joined,
            storeCaptions(ports, video, folder),
            noteProgress(ports, video.id, progressAt('assemble', 0)),
          ])
          const picture = { who, drawnBy: drawnBy ?? ports.houseRenderer, file }
          await storeProvenance(ports, video, picture, folder)
          await media.put(mediaKey(video.id, 'video'), job.outFile)
          return file
        }),
      )
    },
  }
}

/** The title in the file. That of a test video begins with TEST, so that nobody takes the file for a finished video. */
function titleOf({ title, presenterName, testOutcome }: Video): string {
  const named = title ?? presenterName
  return testOutcome === null ? named : `TEST: ${named}`
}

/** Another renderer's poster is a still of what it drew, and was kept with that. */
async function storePoster(
  { renderer, media }: RenderPorts,
  scene: Scene,
  folder: string,
  options: WorkOptions,
): Promise<void> {
  const files = posterFilesIn(folder)
  await renderer.drawPoster({ ...scene, ...files }, options)
  await keepPoster(media, scene.seed, files)
}
