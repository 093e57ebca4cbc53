import { layShadow } from '../../paint/cast-shadow.ts'
import { lay } from '../../paint/surface.ts'
import { extentOfChains } from './capsules.ts'
import { paintJewellery } from './jewellery.ts'
import { poseArm } from './skeleton.ts'
import { paintSkin, paintUpperSkin, wristOf } from './skin.ts'
import { paintCuff, paintSleeve, paintUpperSleeve, sleeveChainOf, sleeveOf, upperSleeveOf } from './sleeve.ts'
import type { ArmPose, Elbow, Side } from '../../motion/arm-pose.ts'
import type { Brush } from '../../paint/brush.ts'
import type { Shadow } from '../../paint/cast-shadow.ts'
import type { PresenterLook } from '../../presenter/look.ts'
import type { Rect } from '../../paint/stage.ts'
import type { Painted } from './painted.ts'
import type { Arm, Build, Chain } from './skeleton.ts'

/** Around what is modelled, for shadows. Logical units. */
const SHADOW_MARGIN = 24

/** What a piece of an arm throws on what is below it. */
const SHADOW: Shadow = { colour: [10, 5, 12], strength: 0.4, blur: 10, offset: [3, 6] }

/** What lies close throws a narrow one. */
const CLOSE_SHADOW: Shadow = { colour: [10, 5, 12], strength: 0.35, blur: 3, offset: [1, 2] }

/** An upper arm does not depend on what is beyond its elbow. */
const SOME_POSE: Omit<ArmPose, 'elbow'> = {
  hand: 'rest',
  to: 'rest',
  share: 0,
  swing: 0,
  reach: 0,
  twist: 0,
  wrist: 0,
  tilt: 0,
}

/** A part of an arm that is painted by itself: where it is from the elbow, and how it is painted there. */
export interface ArmPart {
  readonly extent: Rect
  readonly paint: (brush: Brush) => void
}

/** The upper arm with its sleeve, as far as it is before the body: the same for all poses of an elbow. */
export function upperArmOf(look: PresenterLook, side: Side, elbow: Elbow): ArmPart {
  const arm = posed(look, side, { ...SOME_POSE, elbow })
  const cut = sleeveOf(look)
  return {
    extent: withShadows([upperSleeveOf(arm, cut), ...(cut.isShort ? [arm.upperArm] : [])]),
    paint: (brush) =>
      layAll(brush, [
        ...(cut.isShort ? [paintUpperSkin(brush, look, arm)] : []),
        paintUpperSleeve(brush, look, arm, cut),
      ]),
  }
}

/** A forearm and its hand, with what covers them: they lie on the upper arm. */
export function forearmOf(look: PresenterLook, side: Side, pose: ArmPose): ArmPart {
  const arm = posed(look, side, pose)
  const cut = sleeveOf(look)
  return {
    extent: withShadows([
      ...arm.hand,
      ...(cut.isShort ? arm.forearm : [...wristOf(arm), sleeveChainOf(arm)]),
    ]),
    paint: (brush) => {
      const skin = paintSkin(brush, look, arm, cut.isShort)
      layAll(brush, [skin])
      layAll(brush, paintJewellery(brush, look, arm, skin.surface), CLOSE_SHADOW)
      layAll(brush, [
        ...(cut.cuff ? [paintCuff(brush, look, arm, cut.cuff)] : []),
        ...(cut.isShort ? [] : [paintSleeve(brush, look, arm, cut)]),
      ])
    },
  }
}

function posed(look: PresenterLook, side: Side, pose: ArmPose): Arm {
  return poseArm({ ...pose, elbow: elbowOf(look, pose) }, side, buildOf(look))
}

function withShadows(chains: readonly Chain[]): Rect {
  const { x, y, width, height } = extentOfChains(chains)
  return {
    x: x - SHADOW_MARGIN,
    y: y - SHADOW_MARGIN,
    width: width + 2 * SHADOW_MARGIN,
    height: height + 2 * SHADOW_MARGIN,
  }
}

function layAll(brush: Brush, pieces: readonly Painted[], shadow = SHADOW): void {
  for (const { surface, canvas } of pieces) {
    layShadow(brush, surface, shadow)
    lay(brush, surface, canvas)
  }
}

/** Where the elbow of a pose is: the broader the shoulders, the farther aside. */
export function elbowOf(
  { clothes: { shoulders } }: PresenterLook,
  { elbow: { x, y } }: Pick<ArmPose, 'elbow'>,
): Elbow {
  return { x: x * (0.3 + 0.7 * shoulders), y }
}

/** Broad shoulders go with large hands. */
export function buildOf({ clothes: { shoulders } }: PresenterLook): Build {
  return { shoulders, limbs: 0.62 + 0.38 * shoulders }
}
