import { apart, castShadow } from '../../paint/brush.ts'
import { lay } from '../../paint/surface.ts'
import { poseArm } from './skeleton.ts'
import { paintSkin, paintUpperSkin } from './skin.ts'
import { paintCuff, paintSleeve, paintUpperSleeve, sleeveOf } from './sleeve.ts'
import type { ArmPose, Elbow, Side } from '../../motion/arm-pose.ts'
import type { Brush } from '../../paint/brush.ts'
import type { PresenterLook } from '../../presenter/look.ts'
import type { Rect } from '../../paint/stage.ts'
import type { Build } from './skeleton.ts'

/** What arms can reach, in logical units from the elbow. */
export const ARM_EXTENT: Rect = { x: -720, y: -720, width: 1440, height: 860 }

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
