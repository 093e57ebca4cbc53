import { createHash } from 'node:crypto'
import { constants, copyFile } from 'node:fs/promises'

import type { ApplicationFailure } from '@temporalio/activity'

import type { Presenter } from '../../domain/picture/catalogue.ts'
import { HOUSE_RENDERER } from '../../domain/picture/catalogue.ts'
import type { RendererStamp } from '../../domain/video/making.ts'
import { framesFor, planSegments } from '../../domain/picture/picture.ts'
import type { Segment } from '../../domain/picture/picture.ts'
import { posterFrame } from '../../domain/video/poster-frame.ts'
import type { ReportedSegment } from '../../domain/video/drawing-job.ts'
import type { Video } from '../../domain/video/video.ts'
import { isLinked, pictureFormat } from '../../domain/video/video-options.ts'
import type { VideoOptions } from '../../domain/video/video-options.ts'
import type { MediaStore } from '../../media/media-store.ts'
import type { Renderer } from '../../ports/video/renderer.ts'
import type { Scratch } from '../../ports/process/scratch.ts'
import { fileSha256 } from '../../process/file-sha256.ts'
import { SegmentReport } from '../../renderers/contract.ts'
import type { DrawSegment, SceneFile } from '../../renderers/contract.ts'
import { heartbeating } from '../heartbeating.ts'
import { keepPoster, posterFilesIn } from './keep-poster.ts'
import { jobsFor, sceneFor, timelineFor } from './outside-scene.ts'
import { stepFailure } from '../step-failure.ts'
import { readVideo, whoIsDrawn } from '../scene.ts'
import type { ScenePorts, VideoInput } from '../scene.ts'
import { readTimeline } from '../stored-timeline.ts'
import { keepText, readText } from '../stored-text.ts'
import { workKeys } from '../work-files.ts'

/** Stores and renderer for videos that an external renderer draws. */
export interface OutsideRenderPorts extends ScenePorts {
  readonly renderer: Renderer
  readonly scratch: Scratch
  /** A segment that no renderer has begun after so long is waited for in vain. */
  readonly rendererWaitSeconds: number
  /** A video's options as they are on the wire. */
  readonly optionsView: (options: VideoOptions) => Record<string, unknown>
}

/** The renderer that is to draw: `house`, or another, and how long it may take to begin. */
export interface ChosenRenderer {
  readonly name: string
  readonly waitSeconds: number
  /** Whether frames of a recording are chosen for the whole script before any is drawn. */
  readonly isFilmed?: true
}

/** What a renderer serves, by the names of the contract. */
export interface OutsideRenderer {
  draw_segment(job: DrawSegment): Promise<SegmentReport>
}

/** Our side of the port by which other renderers draw (src/renderers/contract.ts). */
export function createOutsideRenderActivities(ports: OutsideRenderPorts) {
  const { media, renderer, scratch } = ports
  return {
    /** Which renderer draws a video's presenter. */
    chooseRenderer: (input: VideoInput): Promise<ChosenRenderer> => chooseRenderer(ports, input),

    /** Writes the scene files, and returns one job per segment for the renderer. */
    async prepareScene(input: VideoInput): Promise<DrawSegment[]> {
      const video = await readVideo(ports, input)
      const speech = await readTimeline(media, video.id)
      const keys = workKeys(video.id)
      const scene = {
        ...sceneFor(video, await presenterOf(ports, video), speech),
        timeline: await keepJson(ports, keys.outsideTimeline, timelineFor(speech)),
        audio: await kept(media, keys.audio),
        background: (await media.has(keys.background)) ? await kept(media, keys.background) : null,
        options: withoutLink(video.options, ports.optionsView(video.options)),
      } satisfies SceneFile
      return jobsFor(video, await keepJson(ports, keys.outsideScene, scene), speech)
    },

    /**
     * Takes over what a renderer drew: checks each segment against its report and the scene, keeps
     * them and a still as the poster. Fails for good with `SegmentRefused` when one is not right.
     */
    async acceptSegments(input: VideoInput & { drawn: unknown[] }): Promise<void> {
      const video = await readVideo(ports, input)
      const format = pictureFormat(video.options)
      const speech = await readTimeline(media, video.id)
      const reports = readReports(
        input.drawn,
        video.id,
        planSegments(framesFor(speech.durationSeconds, format), format),
      )
      const { renderer: name } = await presenterOf(ports, video)
      await keepJson(ports, workKeys(video.id).outsideRenderer, {
        name,
        version: reports[0]?.engine_version ?? '',
      } satisfies RendererStamp)
      await scratch.use((folder) =>
        heartbeating(input, async (options) => {
          const segments = await reportedSegments(media, video.id, reports, folder)
          const files = posterFilesIn(folder)
          const poster = { ...placeOf(posterFrame(speech, format), segments), ...files }
          await renderer.acceptSegments({ segments, format, poster }, options)
          await keepPoster(media, video.id, files)
          for (const [index, { file }] of segments.entries()) {
            await media.put(workKeys(video.id).segment(index), file)
          }
        }),
      )
    },
  }
}

/** This service draws recorded twins by itself. */
async function chooseRenderer(ports: OutsideRenderPorts, input: VideoInput): Promise<ChosenRenderer> {
  const { rendererWaitSeconds: waitSeconds } = ports
  const video = await readVideo(ports, input)
  const who = await whoIsDrawn(ports, video)
  if ('folder' in who) return { name: HOUSE_RENDERER, waitSeconds, isFilmed: true }
  const { renderer: name } = await presenterOf(ports, video)
  return { name, waitSeconds }
}

/** The renderer that drew a video, or null when it was ours. */
export async function outsideRenderer(media: MediaStore, videoId: string): Promise<RendererStamp | null> {
  const { outsideRenderer: key } = workKeys(videoId)
  if (!(await media.has(key))) return null
  return JSON.parse(await readText(media, key)) as RendererStamp
}

/** A file of the media store, as a job refers to it. */
async function kept(media: MediaStore, ref: string): Promise<{ ref: string; sha256: string }> {
  return { ref, sha256: await media.withFile(ref, fileSha256) }
}

async function keepJson(
  { media, scratch }: OutsideRenderPorts,
  ref: string,
  content: object,
): Promise<{ ref: string; sha256: string }> {
  const text = JSON.stringify(content)
  await scratch.use((folder) => keepText(media, ref, text, folder))
  return { ref, sha256: createHash('sha256').update(text).digest('hex') }
}

async function presenterOf(ports: OutsideRenderPorts, video: Video): Promise<Presenter> {
  const who = await whoIsDrawn(ports, video)
  if ('folder' in who) throw stepFailure('RenderImpossible', 'No other renderer draws recorded twins.')
  const { presenterId } = who
  const presenter = ports.renderer.presenters().find(({ id }) => id === presenterId)
  if (!presenter) throw stepFailure('RenderImpossible', `There is no presenter "${presenterId}".`)
  return presenter
}

/** Nothing that a renderer says is taken on trust: neither its form, nor where its file is. */
function readReports(
  drawn: readonly unknown[],
  videoId: string,
  planned: readonly Segment[],
): SegmentReport[] {
  return planned.map(({ index, startFrame, endFrame }) => {
    const { success, data } = SegmentReport.safeParse(drawn[index])
    if (!success) throw refused(`The report on segment ${index} is not as the contract says`)
    if (data.index !== index || data.ref !== workKeys(videoId).outsideSegment(index)) {
      throw refused(`The report on segment ${index} is about another file`)
    }
    const frames = endFrame - startFrame
    if (data.frames !== frames) throw refused(`Segment ${index} has ${data.frames} frames, not ${frames}`)
    return data
  })
}

/**
 * Copies of what was drawn: what is checked is what will be joined, whatever the renderer still writes.
 *
 * @param folder where the copies go.
 */
function reportedSegments(
  media: MediaStore,
  videoId: string,
  reports: readonly SegmentReport[],
  folder: string,
): Promise<ReportedSegment[]> {
  const keys = workKeys(videoId)
  return Promise.all(
    reports.map(async ({ index, frames, sha256, codec_config_sha256: codecConfigSha256 }) => {
      const ref = keys.outsideSegment(index)
      if (!(await media.has(ref))) throw refused(`Segment ${index} was not written`)
      const file = `${folder}/segment_${index}.mp4`
      // On file systems that can, the copy shares the original's blocks.
      await media.withFile(ref, (drawn) => copyFile(drawn, file, constants.COPYFILE_FICLONE))
      return { file, frames, sha256, codecConfigSha256 }
    }),
  )
}

/** The segment that a frame of the video is in, and its place there. */
function placeOf(
  frameOfVideo: number,
  segments: readonly ReportedSegment[],
): { segmentFile: string; frame: number } {
  let frame = frameOfVideo
  for (const { file, frames } of segments) {
    if (frame < frames) return { segmentFile: file, frame }
    frame -= frames
  }
  return { segmentFile: segments[0]?.file ?? '', frame: 0 }
}

function refused(message: string): ApplicationFailure {
  return stepFailure('SegmentRefused', message)
}

/** Links to pictures may hold secrets. The renderer gets the picture itself. */
function withoutLink({ background }: VideoOptions, view: Record<string, unknown>): Record<string, unknown> {
  return isLinked(background) ? { ...view, background: null } : view
}
