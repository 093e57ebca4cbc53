import { buildOf, elbowOf } from '../../../src/render/figure/arm/arm.ts'
import { poseArm } from '../../../src/render/figure/arm/skeleton.ts'
import { SIDES } from '../../../src/render/motion/arm-pose.ts'
import { HEAD_HOME } from '../../../src/render/paint/stage.ts'
import { roundArms } from '../../../src/render/scene/round-arms.ts'
import type { Arms } from '../../../src/render/motion/arms.ts'
import type { Rect } from '../../../src/render/paint/stage.ts'
import type { PresenterLook } from '../../../src/render/presenter/look.ts'

/** A fingertip, in logical units from the middle of the head. */
export interface SeenTip {
  readonly x: number
  readonly y: number
  readonly radius: number
}

/** The fingertips of both hands. */
export function tipsOf(look: PresenterLook, arms: Arms): SeenTip[][] {
  const rounded = roundArms(arms, 0, 1)
  return SIDES.map((side) => {
    const { pose } = rounded[side]
    const elbow = elbowOf(look, pose)
    return poseArm({ ...pose, elbow }, side, buildOf(look)).tips.map(({ at, radius }) => ({
      x: (side === 'right' ? elbow.x : -elbow.x) + at[0],
      y: elbow.y - at[1],
      radius,
    }))
  })
}

/** Whether all of a hand is above the lower edge of a view. */
export function isSeen(tips: readonly SeenTip[], view: Rect): boolean {
  return tips.every(({ y }) => HEAD_HOME.y + y < view.y + view.height)
}
