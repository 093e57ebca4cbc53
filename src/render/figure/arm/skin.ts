import { luminance, mixed } from '../../paint/colour.ts'
import { lit } from '../../paint/light.ts'
import { SKIN } from '../../paint/materials.ts'
import { createSurface, crease, developed, dye, polish, push } from '../../paint/surface.ts'
import { extentOfChains, modelChains, seen } from './capsules.ts'
import { inFrame, scaled, sum } from './space.ts'
import type { Brush, Point } from '../../paint/brush.ts'
import type { PresenterLook } from '../../presenter/look.ts'
import type { Painted } from './painted.ts'
import type { Arm, Chain, Fingertip, Joint } from './skeleton.ts'
import type { Surface } from '../../paint/surface.ts'

/** The bones of the palm are hidden under this much flesh. */
const FLESH = 12

/** A direction that is seen shorter than this share is seen from its end: nothing is drawn across it. */
const SEEN_FROM_THE_END = 0.35

/** Paints the skin of a hand, and of a forearm where no sleeve covers it. Brush: the elbow. */
export function paintSkin(brush: Brush, look: PresenterLook, arm: Arm, bareForearm: boolean): Painted {
  const surface = skinOf(brush, look, [...(bareForearm ? arm.forearm : wristOf(arm)), ...arm.hand])
  const facing = arm.frame[2][2]
  palePalm(surface, look, arm)
  for (const joint of arm.joints) foldAt(surface, look, joint, facing)
  if (facing > 0.15) linePalm(surface, look, arm, facing)
  if (facing < -0.1) raiseTendons(surface, look, arm, -facing)
  for (const tip of arm.tips) finishTip(surface, look, tip)
  return { surface, canvas: developed(surface, lit(surface, SKIN, look.set.rim)) }
}

/** What of a forearm's skin is seen below a sleeve, and a little more. */
export function wristOf({ forearm }: Arm): Chain[] {
  return forearm.map(({ capsules, part }) => ({ capsules: capsules.slice(-2), part }))
}

/** Paints the skin of an upper arm below a short sleeve. Brush: the elbow. */
export function paintUpperSkin(brush: Brush, look: PresenterLook, { upperArm }: Arm): Painted {
  const surface = skinOf(brush, look, [upperArm])
  return { surface, canvas: developed(surface, lit(surface, SKIN, look.set.rim)) }
}

function skinOf(brush: Brush, { skin }: PresenterLook, chains: readonly Chain[]): Surface {
  const surface = createSurface(brush, extentOfChains(chains), skin.base)
  modelChains(surface, chains, FLESH)
  return surface
}

/** Palms have next to no melanin: the darker the skin, the more they differ from it. */
const PALM_TONE = '#e3ab8e'
const LIGHT_SKIN = 0.62

function palePalm(surface: Surface, { skin }: PresenterLook, arm: Arm): void {
  const paler = Math.max(0, LIGHT_SKIN - luminance(skin.base)) * 0.85
  if (paler === 0) return
  const tone = mixed(skin.base, PALM_TONE, paler)
  const facing = arm.frame[2][2]
  for (const [x, y] of PALM_PLACES) {
    if (facing > 0) dye(surface, tone, facing, { at: onHand(arm, x, y), radius: [26, 26] })
  }
  for (const { at, along, radius, inside } of arm.joints) {
    if (inside[2] <= 0) continue
    const turn = Math.atan2(-along[1], along[0])
    const middle = sum(at, scaled(along, radius * 1.3))
    dye(surface, tone, inside[2], { at: seen(middle), radius: [radius * 1.5, radius * 0.6], turn })
  }
}

const PALM_PLACES = [
  [-22, 34],
  [20, 34],
  [-22, 74],
  [18, 72],
  [0, 12],
] as const

/** The folds of a joint, and the blood near it. */
function foldAt(surface: Surface, { skin }: PresenterLook, joint: Joint, facing: number): void {
  const { at, along, radius, finger, order } = joint
  const long = Math.hypot(along[0], along[1])
  const isKnuckle = order === 0 && finger < 4
  const blood = isKnuckle && facing > 0 ? 0.1 : 0.34
  dye(surface, mixed(skin.base, skin.blush, 0.7), blood, {
    at: seen(at),
    radius: [radius * 0.9, radius * 0.8],
  })
  if (long < SEEN_FROM_THE_END) return
  const across = (aside: number, ahead = 0): Point => [
    at[0] + (along[1] * aside * radius + along[0] * ahead) / long,
    -at[1] + (along[0] * aside * radius - along[1] * ahead) / long,
  ]
  if (facing > 0.1 && !isKnuckle) {
    crease(surface, -1.9 * facing, 1.5, [across(-0.72), across(0, 1), across(0.72)])
  }
  if (facing < -0.1 && order === 1) {
    for (const ahead of [-3.4, 0, 3.4]) {
      crease(surface, facing * (0.8 + skin.age), 1.2, [
        across(-0.6, ahead),
        across(0, ahead),
        across(0.6, ahead),
      ])
    }
  }
}

/** A place of the palm, or of its back, as it is seen. */
function onHand({ wrist, frame, mirror, size }: Arm, x: number, y: number, z = 0): Point {
  return seen(sum(wrist, scaled(inFrame(frame, [x * mirror, y, z]), size)))
}

/** The three lines of a palm, and its middle, which is paler. */
function linePalm(surface: Surface, { skin }: PresenterLook, arm: Arm, facing: number): void {
  const line = (...places: Point[]) => places.map(([x, y]) => onHand(arm, x, y, 12))
  const depth = -2.2 * facing
  crease(surface, depth, 1.9, line([-38, 72], [-18, 64], [-5, 42], [-7, 14]))
  crease(surface, depth * 0.8, 1.7, line([-40, 77], [-14, 75], [14, 64], [32, 56]))
  crease(surface, depth * 0.8, 1.7, line([43, 76], [20, 84], [-4, 90], [-16, 101]))
  crease(surface, depth * 0.7, 1.8, line([-22, 0], [0, -4], [22, 0]))
  push(surface, -5 * facing, { at: onHand(arm, 0, 56, 12), radius: [20, 26] })
  dye(surface, mixed(skin.light, skin.blush, 0.35), 0.3 * facing, {
    at: onHand(arm, 0, 58),
    radius: [44, 44],
  })
}

/** Knuckles, and the tendons that run to them; veins and tendons stand out with age. */
function raiseTendons(surface: Surface, { skin }: PresenterLook, arm: Arm, facing: number): void {
  for (const { at, radius, finger, order } of arm.joints) {
    if (order !== 0 || finger > 3) continue
    push(surface, 3.2 * facing, { at: seen(at), radius: [radius * 0.5, radius * 0.5] })
    const root = onHand(arm, (finger - 1.5) * 9, 26)
    const [x, y] = seen(at)
    crease(surface, (1.6 + skin.age * 2) * facing, 3.4, [
      root,
      [(root[0] + x) / 2, (root[1] + y) / 2],
      [x, y],
    ])
  }
  if (skin.age < 0.4) return
  crease(surface, skin.age * 1.6, 2.2, [onHand(arm, 18, 20), onHand(arm, 12, 48), onHand(arm, 24, 82)])
  crease(surface, skin.age * 1.4, 2, [onHand(arm, -14, 24), onHand(arm, -2, 52), onHand(arm, 2, 84)])
}

/** Fingertips are redder; nails are seen from the back. */
function finishTip(surface: Surface, { skin }: PresenterLook, { at, along, nail, radius }: Fingertip): void {
  dye(surface, mixed(skin.base, skin.blush, 0.9), 0.36, { at: seen(at), radius: [radius, radius] })
  if (nail[2] < 0.3) return
  const place = seen(sum(at, scaled(nail, radius * 0.4)))
  const turn = Math.atan2(-along[1], along[0])
  const long = radius * (0.25 + 0.4 * Math.hypot(along[0], along[1]))
  const wide = radius * 0.42 * nail[2]
  dye(surface, mixed(skin.light, '#ffd9cf', 0.6), 0.75, { at: place, radius: [long, wide], turn })
  polish(surface, 0.45, { at: place, radius: [long * 0.7, wide * 0.7], turn })
}
