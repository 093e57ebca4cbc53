import { createCanvas } from '@napi-rs/canvas'
import { createBlocks } from './blocks.ts'
import { createFigure } from './figure.ts'
import { createI420, patchI420 } from './i420.ts'
import { copyPieces, differences } from './piece.ts'
import { createPuppet } from './puppet.ts'
import { createRecent } from './recent.ts'
import { settle } from './settle.ts'
import { ownSetting } from './setting.ts'
import { NO_SPRITES } from './sprite-store.ts'
import { FRAMINGS, stageFor } from './stage.ts'
import type { PictureFormat } from '../domain/picture.ts'
import type { Blocks } from './blocks.ts'
import type { BurnedCaptions } from './captions.ts'
import type { I420Picture } from './i420.ts'
import type { Pose } from './performance.ts'
import type { Piece } from './piece.ts'
import type { PresenterFile } from './presenter-file.ts'
import type { Puppet } from './puppet.ts'
import type { Setting } from './setting.ts'
import type { SpriteStore } from './sprite-store.ts'
import type { Framing, Rect } from './stage.ts'
import type { Canvas } from '@napi-rs/canvas'

/** Sizes of easels differ by so much, so that a few of them serve all windows. */
const EASEL_STEP = 64
const EASELS_KEPT = 24

/** A presenter in a picture format: what is worth keeping between segments. */
export interface Studio {
  readonly format: PictureFormat
  readonly setting: Setting
  /** The presenter on the stage of a framing, made at its first use. */
  puppet(framing: Framing): Puppet
  /** A canvas of a size to put pieces together on, with whatever was on it before. */
  easel(width: number, height: number): Canvas
}

/**
 * Sets a studio up. Cheap; the puppets are made when they are needed.
 *
 * @param sprites where painted layers are kept for the next process.
 * @param setting what is around the presenter, if it is not their own.
 */
export function createStudio(
  presenter: PresenterFile,
  format: PictureFormat,
  sprites: SpriteStore = NO_SPRITES,
  setting: Setting = ownSetting(presenter),
): Studio {
  const nearest = Math.max(...FRAMINGS.map((framing) => stageFor(format, framing).scale))
  const figure = createFigure(presenter, nearest, sprites)
  const puppets = new Map<Framing, Puppet>()
  const easels = createRecent<Canvas>(EASELS_KEPT)
  return {
    format,
    easel: (width, height) => easels.get(`${width} ${height}`, () => createCanvas(width, height)),
    setting,
    puppet(framing) {
      const puppet =
        puppets.get(framing) ?? createPuppet(presenter, stageFor(format, framing), figure, setting)
      puppets.set(framing, puppet)
      return puppet
    },
  }
}

/** Draws the frames of one video, in any order; successive ones are cheapest. */
export interface FramePainter {
  /** Draws a frame over the one drawn before; the blocks that differ, valid until the next call. */
  paint(frame: number): Blocks
}

/**
 * A painter for one performance in a studio.
 *
 * @param picture what is drawn into; the painter alone may change it.
 * @param captions what is written over the picture, if anything.
 */
export function createFramePainter(
  studio: Studio,
  poseAt: (seconds: number) => Pose,
  durationSeconds: number,
  picture: I420Picture = createI420(studio.format.width, studio.format.height),
  captions: BurnedCaptions | null = null,
): FramePainter {
  const { format } = studio
  const everything = { x: 0, y: 0, width: format.width, height: format.height }
  const changed = createBlocks(format.width, format.height)
  const shown = new Uint32Array(format.width * format.height)
  let before: readonly Piece[] = []

  const draw = (wanted: Rect, pieces: readonly Piece[]): void => {
    const window = windowOver(wanted, everything)
    const easel = studio.easel(window.width, window.height)
    copyPieces(easel.getContext('2d'), window, pieces)
    patchI420(picture, easel.data(), window, shown, changed)
  }
  return {
    paint(frame) {
      const seconds = frame / format.framesPerSecond
      const pose = poseAt(seconds)
      const puppet = studio.puppet(pose.framing)
      const figure = puppet.arrange(settle(pose, puppet.stage, seconds, durationSeconds))
      const pieces = captions ? [...figure, ...captions.at(seconds)] : figure
      changed.flags.fill(0)
      for (const rect of differences(before, pieces)) draw(rect, pieces)
      before = pieces
      return changed
    },
  }
}

/** The window on an easel that holds a rectangle: within the picture, at even pixels. */
function windowOver(rect: Rect, picture: Rect): Rect {
  const left = Math.max(0, rect.x) & ~1
  const top = Math.max(0, rect.y) & ~1
  const width = easelSize(Math.min(picture.width, rect.x + rect.width) - left, picture.width)
  const height = easelSize(Math.min(picture.height, rect.y + rect.height) - top, picture.height)
  return {
    x: Math.max(0, Math.min(left, picture.width - width)),
    y: Math.max(0, Math.min(top, picture.height - height)),
    width,
    height,
  }
}

function easelSize(least: number, most: number): number {
  return Math.min(most, Math.ceil(least / EASEL_STEP) * EASEL_STEP)
}
