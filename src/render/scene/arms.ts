import { elbowOf } from '../figure/arm/arm.ts'
import { atPictureScale } from '../paint/layer.ts'
import { nextStamp } from '../paint/piece.ts'
import { createRecent } from '../paint/recent.ts'
import { HEAD_HOME } from '../paint/stage.ts'
import type { Bitmap, Raster } from '../../raster/raster.ts'
import type { Figure } from '../figure/figure.ts'
import type { Side } from '../motion/arm-pose.ts'
import type { Piece } from '../paint/piece.ts'
import type { Recent } from '../paint/recent.ts'
import type { Stage } from '../paint/stage.ts'
import type { PresenterLook } from '../presenter/look.ts'
import type { RoundedArms } from './round-arms.ts'

/** Arms of a presenter on a stage. */
export interface PosedArms {
  /** One of them, in whole pixels: an arm that was there before is only copied. */
  piece(side: Side, arms: RoundedArms): Piece
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
  return {
    piece(side, arms) {
      const { name, pose } = arms[side]
      const shown = poses.get(`${framing} ${side} ${name}`, () => {
        const layer = figure.arm(side, pose)
        const { canvas, left, top } = atPictureScale({
          ...layer,
          grain: (layer.grain * figure.scale) / scale,
        })
        const bitmap = raster.load(canvas.data(), canvas.width, canvas.height)
        return { bitmap, stamp: nextStamp(), left, top }
      })
      const { bitmap, stamp, left, top } = shown
      const elbow = elbowOf(look, pose)
      const aside = side === 'right' ? elbow.x : -elbow.x
      return {
        bitmap,
        stamp,
        x: Math.round((HEAD_HOME.x + aside) * scale) + offsetX + arms.shift + left,
        y: Math.round((HEAD_HOME.y + elbow.y) * scale) + offsetY + top,
        width: bitmap.width,
        height: bitmap.height,
        strength: 1,
      }
    },
  }
}
