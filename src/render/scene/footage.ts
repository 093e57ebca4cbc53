import { createCanvas, ImageData } from '@napi-rs/canvas'
import { TRACK_RATE } from '../../face/face-track.ts'
import { readModel } from '../../face/model-file.ts'
import { createBlocks, markBlocks } from '../../raster/blocks.ts'
import { copyPicture, createI420, partOf, rgbaOf } from '../../raster/i420.ts'
import { createOverlay } from '../../raster/overlay.ts'
import { createRaster } from '../../raster/raster.ts'
import { createCaptions } from '../overlay/captions.ts'
import { listeningLike, nearestOpen } from '../twin/base-stretches.ts'
import { openPerson } from '../twin/draw-person.ts'
import { paintFrameAround } from './frame-around.ts'
import { mountNameCard } from './name-card.ts'
import type { PictureFormat } from '../../domain/picture/picture.ts'
import type { SpeechTimeline } from '../../domain/speech/speech-timeline.ts'
import type { FilmedTwin } from '../../domain/video/drawing-job.ts'
import type { BaseFootage, FootagePlan } from '../../face/mouth-model.ts'
import type { Window } from '../../raster/blocks.ts'
import type { I420Picture } from '../../raster/i420.ts'
import type { FramePainter } from './frame.ts'
import type { Piece } from '../paint/piece.ts'
import type { Setting } from '../set/setting.ts'
import type { Canvas } from '@napi-rs/canvas'

/** A twin in a picture format. */
export interface StagedFootage {
  /** Draws the frames of one video, in any order; successive ones are cheapest. */
  painter(plan: FootagePlan, timeline: SpeechTimeline, picture: I420Picture): FramePainter
  /**
   * A still of the person with open eyes and their mouth at rest, at a moment of a timeline.
   *
   * @param baseFrame what is wanted of the base; null: its middle.
   */
  still(timeline: SpeechTimeline, seconds: number, baseFrame: number | null, captions: boolean): Canvas
  close(): Promise<void>
}

/** Opens the footage of a twin: as large as the picture, or in a frame where the setting brings a background. */
export async function stageFootage(
  { footage }: Pick<FilmedTwin, 'footage'>,
  format: PictureFormat,
  setting: Setting,
  hasBackground: boolean,
): Promise<StagedFootage> {
  const model = await readModel(footage.modelFile)
  const raster = createRaster()
  const frame = hasBackground ? paintFrameAround(raster, setting, format) : null
  const window = frame?.window ?? { x: 0, y: 0, width: format.width, height: format.height }
  const person = await openPerson(model, footage, window)
  const overlay = createOverlay(raster)
  const cardAt = mountNameCard(raster, setting, format)
  const compose = (
    picture: I420Picture,
    pieces: readonly Piece[],
    show: (part: I420Picture) => void,
  ): void => {
    if (frame) copyPicture(frame.background, picture)
    show(partOf(picture, window))
    overlay.lay(picture, [...(frame?.corners ?? []), ...pieces])
  }
  const look = setting.captions && { style: setting.captions, highlight: setting.set.brand }
  const captionsOf = (timeline: SpeechTimeline) => look && createCaptions(raster, timeline, format, look)
  return {
    painter(plan, timeline, picture) {
      const captions = captionsOf(timeline)
      const blocks = createBlocks(format.width, format.height)
      let before: readonly Window[] = [{ x: 0, y: 0, width: format.width, height: format.height }]
      return {
        paint(index) {
          const seconds = index / format.framesPerSecond
          const pieces = [...cardAt(seconds, timeline.durationSeconds), ...(captions?.at(seconds) ?? [])]
          const planned = Math.min(plan.frames - 1, Math.floor(seconds * TRACK_RATE + 1e-6))
          compose(picture, pieces, (part) => person.speak(plan, planned, part))
          const seen = pieces.filter(({ strength }) => strength > 0)
          blocks.flags.fill(0)
          for (const changed of [window, ...before, ...seen]) markBlocks(blocks, changed)
          before = seen
          return blocks
        },
        close: () => captions?.close(),
      }
    },
    still(timeline, seconds, baseFrame, hasCaptions) {
      const captions = hasCaptions ? captionsOf(timeline) : null
      const pieces = [...cardAt(seconds, timeline.durationSeconds), ...(captions?.at(seconds) ?? [])]
      const picture = createI420(format.width, format.height)
      compose(picture, pieces, (part) => person.listen(stillFrame(model.base, baseFrame), part))
      captions?.close()
      const canvas = createCanvas(format.width, format.height)
      const pixels = new ImageData(rgbaOf(picture), format.width, format.height)
      canvas.getContext('2d').putImageData(pixels, 0, 0)
      return canvas
    },
    close: () => person.close(),
  }
}

function stillFrame(base: BaseFootage, wanted: number | null): number {
  return wanted === null ? nearestOpen(base, base.listening >> 1) : listeningLike(base, wanted)
}
