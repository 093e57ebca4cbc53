import { createCanvas, ImageData } from '@napi-rs/canvas'
import { createRaster } from '../../raster/raster.ts'
import { createScreen } from '../../raster/screen.ts'
import { createArmPoses } from './arm-poses.ts'
import { createFigure } from '../figure/figure.ts'
import { differences } from '../paint/piece.ts'
import { createPuppet } from './puppet.ts'
import { roundPose } from './round-pose.ts'
import { ownSetting } from '../set/setting.ts'
import { NO_SPRITES } from '../paint/sprite-store.ts'
import { FRAMINGS, stageFor } from '../paint/stage.ts'
import type { PictureFormat } from '../../domain/picture/picture.ts'
import type { Blocks } from '../../raster/blocks.ts'
import type { I420Picture } from '../../raster/i420.ts'
import type { Raster } from '../../raster/raster.ts'
import type { BurnedCaptions } from '../overlay/captions.ts'
import type { Pose } from '../motion/performance.ts'
import type { Piece } from '../paint/piece.ts'
import type { PresenterFile } from '../presenter/presenter-file.ts'
import type { Puppet } from './puppet.ts'
import type { Setting } from '../set/setting.ts'
import type { SpriteStore } from '../paint/sprite-store.ts'
import type { Framing, Rect } from '../paint/stage.ts'
import type { Canvas } from '@napi-rs/canvas'

/** The kernel works on so many pixels at a time. */
const RUN = 4

/** A presenter in a picture format: what is worth keeping between segments. */
export interface StagedPresenter {
  readonly format: PictureFormat
  readonly setting: Setting
  /** The presenter on the stage of a framing, made at its first use. */
  puppet(framing: Framing): Puppet
  /** Holds all that is drawn with. */
  readonly raster: Raster
  /** A picture of pieces, to be looked at or written as a file. */
  still(pieces: readonly Piece[]): Canvas
}

/**
 * Stages a presenter. Cheap; the puppets are made when they are needed.
 *
 * @param sprites where painted layers are kept for the next process.
 * @param setting what is around the presenter, if it is not their own.
 */
export function stagePresenter(
  presenter: PresenterFile,
  format: PictureFormat,
  sprites: SpriteStore = NO_SPRITES,
  setting: Setting = ownSetting(presenter),
): StagedPresenter {
  const nearest = Math.max(...FRAMINGS.map((framing) => stageFor(format, framing).scale))
  const figure = createFigure(presenter, nearest, sprites)
  const puppets = new Map<Framing, Puppet>()
  const raster = createRaster()
  const arms = createArmPoses(raster)
  return {
    format,
    setting,
    raster,
    still(pieces) {
      const { width, height } = format
      const canvas = createCanvas(width, height)
      const rgba = new Uint8ClampedArray(raster.flatten(width, height, pieces))
      canvas.getContext('2d').putImageData(new ImageData(rgba, width, height), 0, 0)
      return canvas
    },
    puppet(framing) {
      const puppet =
        puppets.get(framing) ??
        createPuppet(raster, presenter, stageFor(format, framing), figure, setting, arms)
      puppets.set(framing, puppet)
      return puppet
    },
  }
}

/** Draws the frames of one video, in any order; successive ones are cheapest. */
export interface FramePainter {
  /** Draws a frame over the one drawn before; the blocks that differ, valid until the next call. */
  paint(frame: number): Blocks
  /** Releases what was drawn with, also for the captions. */
  close(): void
}

/**
 * A painter for one performance in a staged.
 *
 * @param picture what is drawn into; the painter alone may change it.
 * @param captions what is written over the picture, if anything.
 */
export function createFramePainter(
  staged: StagedPresenter,
  poseAt: (seconds: number) => Pose,
  durationSeconds: number,
  picture: I420Picture,
  captions: BurnedCaptions | null = null,
): FramePainter {
  const { format } = staged
  const everything = { x: 0, y: 0, width: format.width, height: format.height }
  const screen = createScreen(staged.raster, picture)
  let before: readonly Piece[] = []
  return {
    paint(frame) {
      const seconds = frame / format.framesPerSecond
      const pose = poseAt(seconds)
      const puppet = staged.puppet(pose.framing)
      const figure = puppet.arrange(roundPose(pose, puppet.stage, seconds, durationSeconds))
      const pieces = captions ? [...figure, ...captions.at(seconds)] : figure
      for (const rect of differences(before, pieces)) screen.draw(windowOver(rect, everything), pieces)
      before = pieces
      return screen.show()
    },
    close() {
      screen.close()
      captions?.close()
    },
  }
}

/** The least window that holds a rectangle as far as it is in the picture, in whole runs of pixels. */
function windowOver(rect: Rect, picture: Rect): Rect {
  const left = clamped(Math.floor(rect.x / RUN) * RUN, picture.width)
  const top = clamped(Math.floor(rect.y / 2) * 2, picture.height)
  const right = clamped(Math.ceil((rect.x + rect.width) / RUN) * RUN, picture.width)
  const bottom = clamped(Math.ceil((rect.y + rect.height) / 2) * 2, picture.height)
  return { x: left, y: top, width: right - left, height: bottom - top }
}

function clamped(place: number, most: number): number {
  return Math.min(most, Math.max(0, place))
}
