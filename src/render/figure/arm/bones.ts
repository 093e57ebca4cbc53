import { scaled, sum, unit } from './space.ts'
import type { Finger, HandShape } from './hand-shapes.ts'
import type { Vector } from './space.ts'

/** A rounded piece of a limb: two balls and all that is between them. Logical units. */
export interface Capsule {
  readonly from: Vector
  readonly to: Vector
  readonly fromRadius: number
  readonly toRadius: number
}

/** A bone of a finger in the hand's own frame. */
export interface Bone extends Capsule {
  readonly along: Vector
  /** Where the back of the finger faces. */
  readonly nail: Vector
  readonly long: number
}

/** What stands for a bone that is not there. */
export const EMPTY_BONE: Bone = {
  from: [0, 0, 0],
  to: [0, 1, 0],
  along: [0, 1, 0],
  nail: [0, 0, -1],
  long: 1,
  fromRadius: 1,
  toRadius: 1,
}

/** Where fingers begin, from the index finger to the little one. Thumbs are at negative x, palms face z. */
export const KNUCKLES: readonly Vector[] = [
  [-36, 102, 2],
  [-11, 108, 0],
  [14, 103, 0],
  [36, 89, 2],
]

/** Lengths of the bones of fingers, and radii at their beginnings. */
const BONES: readonly Vector[] = [
  [49, 30, 23],
  [55, 34, 24],
  [51, 32, 23],
  [39, 24, 20],
]
const RADII: readonly Vector[] = [
  [14.4, 12.6, 10.4],
  [14.8, 13, 10.8],
  [14.2, 12.4, 10.4],
  [12.6, 11, 9.4],
]

/** Bones from the knuckle on, each bent towards the palm against the one before. */
export function bonesOf([knuckle, middle, end, aside]: Finger, index: number): Bone[] {
  const lengths = BONES[index] ?? [0, 0, 0]
  const radii = RADII[index] ?? [0, 0, 0]
  const turns = [knuckle, middle, end]
  // Fingers that are bent at the knuckle close up.
  const spread = (aside + (index - 1.4) * 0.03) * Math.max(0.25, Math.cos(knuckle))
  let from = KNUCKLES[index] ?? [0, 0, 0]
  let bend = 0
  return [0, 1, 2].map((order) => {
    bend += turns[order] ?? 0
    const long = lengths[order] ?? 0
    const along: Vector = [
      Math.sin(spread) * Math.cos(bend),
      Math.cos(spread) * Math.cos(bend),
      Math.sin(bend),
    ]
    const nail: Vector = [
      Math.sin(spread) * Math.sin(bend),
      Math.cos(spread) * Math.sin(bend),
      -Math.cos(bend),
    ]
    const to = sum(from, scaled(along, long))
    const fromRadius = radii[order] ?? 0
    const bone = { from, to, along, nail, long, fromRadius, toRadius: radii[order + 1] ?? fromRadius * 0.86 }
    from = to
    return bone
  })
}

/** Where a thumb begins. */
const THUMB_BASE: Vector = [-29, 26, 8]

/** The bones of a thumb, of which the first is in its ball. */
export function bonesOfThumb({ out, over, end }: HandShape['thumb']): Bone[] {
  const ball = unit([-Math.sin(out) * Math.cos(over * 0.6), Math.cos(out), Math.sin(over) * 0.75])
  const first = unit([
    Math.sin(over) * 0.8 - Math.sin(out) * 0.7 * Math.cos(over),
    Math.cos(out * 0.8),
    0.35 * Math.sin(over),
  ])
  const last = unit([first[0] + Math.sin(end) * 0.6, first[1], first[2]])
  // A thumb's nail faces away from the fingers, and to the back of the hand the more it is stretched.
  const nail = unit([-0.55, 0, -0.85 + 0.5 * Math.sin(over)])
  let from = THUMB_BASE
  return [
    { along: ball, long: 46, fromRadius: 20, toRadius: 15 },
    { along: first, long: 39, fromRadius: 14.6, toRadius: 13 },
    { along: last, long: 27, fromRadius: 13, toRadius: 10.5 },
  ].map((bone) => {
    const to = sum(from, scaled(bone.along, bone.long))
    const placed = { ...bone, from, to, nail }
    from = to
    return placed
  })
}
