import { elbowOf } from '../figure/arm/arm.ts'
import { atPictureScale } from '../paint/layer.ts'
import { HEAD_HOME } from '../paint/stage.ts'
import type { Figure } from '../figure/figure.ts'
import type { Side } from '../motion/arm-pose.ts'
import type { Layer } from '../paint/layer.ts'
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
 * Pixels painted for each one of the nearest framing where an arm is on its way. It is there for a frame or two and then
 * some twenty pixels farther on, so that a camera would show it less sharp than this. It costs less than half to paint.
 */
const PASSING_GRAIN = 0.6

/** Makes the arms of a presenter on a stage. */
export function createArms(poses: ArmPoses, look: PresenterLook, stage: Stage, figure: Figure): PosedArms {
  const { scale, offsetX, offsetY, framing } = stage
  const shownAs = (name: string, paint: () => Layer) =>
    poses.get(`${framing} ${name}`, () => {
      const layer = paint()
      return atPictureScale({ ...layer, grain: (layer.grain * figure.scale) / scale })
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
        place(shownAs(`${side} ${pose.elbow.x} ${pose.elbow.y}`, () => figure.upperArm(side, pose.elbow))),
        place(shownAs(`${side} ${name}`, () => figure.forearm(side, pose, grain))),
      ]
    },
  }
}
