import { apart, castShadow } from '../../paint/brush.ts'
import { lay } from '../../paint/surface.ts'
import { extentOfChains } from './capsules.ts'
import { poseArm } from './skeleton.ts'
import { paintSkin, paintUpperSkin } from './skin.ts'
import { paintCuff, paintSleeve, paintUpperSleeve, sleeveChainOf, sleeveOf, upperSleeveOf } from './sleeve.ts'
import type { ArmPose, Elbow, Side } from '../../motion/arm-pose.ts'
import type { Brush } from '../../paint/brush.ts'
import type { PresenterLook } from '../../presenter/look.ts'
import type { Rect } from '../../paint/stage.ts'
import type { Build } from './skeleton.ts'

/** Around what is modelled, for shadows. Logical units. */
const SHADOW_MARGIN = 24

/** The rectangle that an arm is painted in, from the elbow. */
export function armExtent(look: PresenterLook, side: Side, pose: ArmPose): Rect {
  const arm = poseArm({ ...pose, elbow: elbowOf(look, pose) }, side, buildOf(look))
  const { x, y, width, height } = extentOfChains([
    ...arm.hand,
    ...arm.forearm,
    upperSleeveOf(arm, sleeveOf(look)),
    sleeveChainOf(arm),
  ])
  return {
    x: x - SHADOW_MARGIN,
    y: y - SHADOW_MARGIN,
    width: width + 2 * SHADOW_MARGIN,
    height: height + 2 * SHADOW_MARGIN,
  }
}

/** Paints an arm with its sleeve, as far as it is before the body. Origin: the elbow. */
export function paintArm(brush: Brush, look: PresenterLook, side: Side, pose: ArmPose): void {
  const arm = poseArm({ ...pose, elbow: elbowOf(look, pose) }, side, buildOf(look))
  const cut = sleeveOf(look)
  const pieces = [
    ...(cut.isShort ? [paintUpperSkin(brush, look, arm)] : []),
    paintUpperSleeve(brush, look, arm, cut),
    paintSkin(brush, look, arm, cut.isShort),
    ...(cut.cuff ? [paintCuff(brush, look, arm, cut.cuff)] : []),
    ...(cut.isShort ? [] : [paintSleeve(brush, look, arm, cut)]),
  ]
  for (const { surface, canvas } of pieces) {
    apart(brush, () => {
      castShadow(brush, 'rgba(10, 5, 12, 0.4)', 10, [3, 6])
      lay(brush, surface, canvas)
    })
  }
}

/** Where the elbow of a pose is: the broader the shoulders, the farther aside. */
export function elbowOf({ clothes: { shoulders } }: PresenterLook, { elbow: { x, y } }: ArmPose): Elbow {
  return { x: x * (0.3 + 0.7 * shoulders), y }
}

/** Broad shoulders go with large hands. */
export function buildOf({ clothes: { shoulders } }: PresenterLook): Build {
  return { shoulders, limbs: 0.62 + 0.38 * shoulders }
}
