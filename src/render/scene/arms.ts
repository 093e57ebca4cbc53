import { elbowOf } from '../figure/arm/arm.ts'
import { atPictureScale } from '../paint/layer.ts'
import { nextStamp } from '../paint/piece.ts'
import { createRecent } from '../paint/recent.ts'
import { HEAD_HOME } from '../paint/stage.ts'
import type { Bitmap, Raster } from '../../raster/raster.ts'
import type { Figure } from '../figure/figure.ts'
import type { Side } from '../motion/arm-pose.ts'
import type { Layer } from '../paint/layer.ts'
import type { Piece } from '../paint/piece.ts'
import type { Recent } from '../paint/recent.ts'
import type { Stage } from '../paint/stage.ts'
import type { PresenterLook } from '../presenter/look.ts'
import type { RoundedArms } from './round-arms.ts'

/** Arms of a presenter on a stage. */
export interface PosedArms {
  /** Upper arm and forearm of one of them, in whole pixels: what was there before is only copied. */
  pieces(side: Side, arms: RoundedArms): Piece[]
}

/** Arms in their poses, by stage, side and pose. */
export type ArmPoses = Recent<ArmBitmap>

interface ArmBitmap {
  readonly bitmap: Bitmap
  readonly stamp: number
  /** Pixels from the elbow to the corner. */
  readonly left: number
  readonly top: number
}

/**
 * Bytes of poses that a presenter keeps in memory, for all framings together: a minute's poses of a 720-line picture.
 * A process has two presenters at most. Others are read from the sprite store, which takes a millisecond or two.
 */
const KEPT_BYTES = 28 * 1024 * 1024

const BYTES_A_PIXEL = 4

/**
 * Pixels painted for each one of the nearest framing where an arm is on its way. It is there for a frame or two and then
 * some twenty pixels farther on, so that a camera would show it less sharp than this. It costs less than half to paint.
 */
const PASSING_GRAIN = 0.6

/** Keeps the poses that were used last. */
export function createArmPoses(raster: Raster): ArmPoses {
  return createRecent<ArmBitmap>(
    KEPT_BYTES,
    ({ bitmap }) => raster.free(bitmap),
    ({ bitmap }) => bitmap.width * bitmap.height * BYTES_A_PIXEL,
  )
}

/** Makes the arms of a presenter on a stage. */
export function createArms(
  poses: ArmPoses,
  raster: Raster,
  look: PresenterLook,
  stage: Stage,
  figure: Figure,
): PosedArms {
  const { scale, offsetX, offsetY, framing } = stage
  const shownAs = (name: string, paint: () => Layer) =>
    poses.get(`${framing} ${name}`, () => {
      const layer = paint()
      const { canvas, left, top } = atPictureScale({ ...layer, grain: (layer.grain * figure.scale) / scale })
      return { bitmap: raster.load(canvas.data(), canvas.width, canvas.height), stamp: nextStamp(), left, top }
    })
  return {
    pieces(side, arms) {
      const { name, pose, isPassing } = arms[side]
      const grain = isPassing ? PASSING_GRAIN : 1
      const elbow = elbowOf(look, pose)
      const aside = side === 'right' ? elbow.x : -elbow.x
      const x = Math.round((HEAD_HOME.x + aside) * scale) + offsetX + arms.shift
      const y = Math.round((HEAD_HOME.y + elbow.y) * scale) + offsetY
      const place = ({ bitmap, stamp, left, top }: ArmBitmap): Piece => ({
        bitmap,
        stamp,
        x: x + left,
        y: y + top,
        width: bitmap.width,
        height: bitmap.height,
        strength: 1,
      })
      return [
        place(
          shownAs(`${side} ${pose.elbow.x} ${pose.elbow.y}`, () => figure.upperArm(side, pose.elbow)),
        ),
        place(shownAs(`${side} ${name}`, () => figure.forearm(side, pose, grain))),
      ]
    },
  }
}
