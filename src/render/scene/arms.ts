import { elbowOf } from '../figure/arm/arm.ts'
import { pixelsOf } from '../paint/layer.ts'
import { relight } from '../set/relight.ts'
import { HEAD_HOME, stageFor } from '../paint/stage.ts'
import type { Figure } from '../figure/figure.ts'
import type { Side } from '../motion/arm-pose.ts'
import type { Layer } from '../paint/layer.ts'
import type { PictureLight } from '../set/relight.ts'
import type { Piece } from '../paint/piece.ts'
import type { Stage } from '../paint/stage.ts'
import type { PresenterLook } from '../presenter/look.ts'
import type { ArmBitmap, ArmPoses } from './arm-poses.ts'
import type { RoundedArms } from './round-arms.ts'

/** Arms of a presenter on a stage. */
export interface PosedArms {
  /** Upper arm and forearm of one of them, in whole pixels: what was there before is only copied. */
  pieces(side: Side, arms: RoundedArms): Piece[]
}

/**
 * Pixels painted for each one of the medium framing where an arm is on its way. It is there for a frame or two and then
 * some twenty pixels farther on, so that a camera would show it less sharp than this. It costs less than half to paint.
 */
const PASSING_GRAIN = 0.6

/**
 * Makes the arms of a presenter on a stage.
 *
 * @param light that they are seen in, if it is another than that of the room.
 */
export function createArms(
  poses: ArmPoses,
  look: PresenterLook,
  stage: Stage,
  figure: Figure,
  light: PictureLight | null,
): PosedArms {
  const { scale, offsetX, offsetY, framing } = stage
  // In a close picture few hands are seen: painting all of them as fine as a face in it would cost half as much again.
  const finest = Math.min(1, stageFor(stage, 'medium').scale / figure.scale)
  const shownAs = (name: string, paint: () => Layer) =>
    poses.get(`${framing} ${name}`, () => {
      const layer = paint()
      const pixels = pixelsOf({ ...layer, grain: (layer.grain * figure.scale) / scale })
      if (light) relight(pixels, light)
      return pixels
    })
  return {
    pieces(side, arms) {
      const { name, pose, isPassing } = arms[side]
      const grain = finest * (isPassing ? PASSING_GRAIN : 1)
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
        place(shownAs(`${side} ${pose.elbow.x} ${pose.elbow.y}`, () => figure.upperArm(side, pose.elbow))),
        place(shownAs(`${side} ${name}`, () => figure.forearm(side, pose, grain))),
      ]
    },
  }
}
