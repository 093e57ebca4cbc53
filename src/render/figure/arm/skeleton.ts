import { bonesOf, bonesOfThumb, EMPTY_BONE, KNUCKLES } from './bones.ts'
import { HANDS, mixedHand } from './hand-shapes.ts'
import { inFrame, nodded, scaled, sum, swung, twisted, unit, within } from './space.ts'
import type { ArmPose, Side } from '../../motion/arm-pose.ts'
import type { Bone, Capsule } from './bones.ts'
import type { HandShape } from './hand-shapes.ts'
import type { Frame, Vector } from './space.ts'

/** Capsules that each begin where the one before ends. */
export interface Chain {
  readonly capsules: readonly Capsule[]
  /** Chains of one part pass into each other, those of different parts lie one on another: 0 is the palm. */
  readonly part: number
}

/** A joint of a finger, with the direction of the bone behind it and where that bone's inside faces. */
export interface Joint {
  readonly at: Vector
  readonly along: Vector
  readonly inside: Vector
  readonly radius: number
  /** 0 the index finger to 3 the little one, 4 the thumb. */
  readonly finger: number
  /** 0 the knuckle, 1 the middle joint, 2 the end joint. */
  readonly order: number
}

/** The end of a finger, and where its nail faces. */
export interface Fingertip {
  readonly at: Vector
  readonly along: Vector
  readonly nail: Vector
  readonly radius: number
}

/** A forearm and its hand, posed. The elbow is the origin. */
export interface Arm {
  /** Skin from the elbow to the palm. */
  readonly forearm: readonly Chain[]
  /** Palm and fingers. */
  readonly hand: readonly Chain[]
  readonly joints: readonly Joint[]
  readonly tips: readonly Fingertip[]
  /** Skin of the upper arm, as far as a short sleeve shows it. */
  readonly upperArm: Chain
  readonly wrist: Vector
  /** The directions from the elbow to the wrist and to the shoulder, and the length of the forearm. */
  readonly way: Vector
  readonly upper: Vector
  readonly long: number
  /** The axes of the hand: x from the thumb to the little finger, y to the fingertips, z out of the palm. */
  readonly frame: Frame
  /** -1 for an arm at the left of the picture, whose x is mirrored, 1 at the right. */
  readonly mirror: 1 | -1
  /** Logical units for each unit of a hand. */
  readonly size: number
}

/** From elbow to wrist. A real one is a quarter longer; so long it would hide the face. */
const FOREARM = 346

/** Where upper arms begin, from the head: behind the elbows. */
const SHOULDER = { aside: 318, down: 360, behind: -60 } as const

/** How large hands are for each unit that they are measured in here, of which 198 are from the wrist to the fingertip. */
const HAND_SIZE = 1.46

/** Where the bones of the palm begin, from the index finger to the little one; they end at the knuckles. */
const BASES: readonly Vector[] = [
  [-25, 12, 0],
  [-9, 8, -2],
  [9, 8, -2],
  [25, 12, 0],
]
/** Balls and ridges of a palm: from, to, radii. */
const PALM: readonly (readonly [Vector, Vector, number, number])[] = [
  // The ball of the thumb, and the edge of the hand.
  [[-25, 24, 7], [-34, 62, 4], 20, 15],
  [[25, 20, 6], [32, 64, 3], 19, 14],
]

/** Skin between the fingers reaches so far up the first bone. */
const WEB_SHARE = 0.3

/** How large a body is. */
export interface Build {
  /** Width of the shoulders: 1 is that of the drawn standard. */
  readonly shoulders: number
  /** Size of forearms and hands. */
  readonly limbs: number
}

/** A forearm and its hand in a pose. */
export function poseArm(pose: ArmPose, side: Side, { shoulders, limbs }: Build): Arm {
  const mirror = side === 'right' ? 1 : -1
  const size = HAND_SIZE * limbs
  const long = FOREARM * limbs
  const forearmFrame = within(swung(-mirror * pose.swing), nodded(pose.reach))
  const way = forearmFrame[1]
  const wrist = scaled(way, long)
  const upper = unit([
    mirror * (SHOULDER.aside * shoulders - pose.elbow.x),
    pose.elbow.y - SHOULDER.down,
    SHOULDER.behind,
  ])
  const bent = within(swung(-mirror * pose.tilt), nodded(-pose.wrist))
  const frame = within(forearmFrame, within(twisted(mirror * pose.twist), bent))
  const toward = ([x, y, z]: Vector): Vector => inFrame(frame, [x * mirror, y, z])
  const place = (vector: Vector): Vector => sum(wrist, scaled(toward(vector), size))
  const shape = mixedHand(HANDS[pose.hand], HANDS[pose.to], pose.share)
  const digits = [...shape.fingers.map(bonesOf), bonesOfThumb(shape.thumb)].map((bones) =>
    bones.map((bone) => placed(bone, place, toward, size)),
  )
  const inHand = ({ capsules, part }: Chain): Chain => ({
    capsules: capsules.map((capsule) => placedCapsule(capsule, place, size)),
    part,
  })
  return {
    forearm: forearmOf(forearmFrame, place, limbs),
    hand: [
      ...palmOf(shape).map(inHand),
      // The first bone of a thumb is in its ball.
      ...digits.map((capsules, index) => ({
        capsules: index < shape.fingers.length ? capsules : capsules.slice(1),
        part: index + 1,
      })),
    ],
    upperArm: {
      capsules: [{ from: [0, 0, 0], to: scaled(upper, 60), fromRadius: 43 * limbs, toRadius: 48 * limbs }],
      part: 0,
    },
    joints: digits.flatMap(jointsOf),
    tips: digits.map(tipOf),
    wrist,
    way,
    upper,
    long,
    frame,
    mirror,
    size,
  }
}

function jointsOf(bones: readonly Bone[], finger: number): Joint[] {
  return bones.map(({ from, along, nail, fromRadius }, order) => ({
    at: from,
    along,
    inside: scaled(nail, -1),
    radius: fromRadius,
    finger,
    order,
  }))
}

/** So far along the last bone is the middle of the fingertip. */
const TIP_SHARE = 0.72

function tipOf(bones: readonly Bone[]): Fingertip {
  const { from, along, nail, long, toRadius } = bones.at(-1) ?? EMPTY_BONE
  return { at: sum(from, scaled(along, long * TIP_SHARE)), along, nail, radius: toRadius }
}

function placedCapsule(
  { from, to, fromRadius, toRadius }: Capsule,
  place: (vector: Vector) => Vector,
  size: number,
): Capsule {
  return { from: place(from), to: place(to), fromRadius: fromRadius * size, toRadius: toRadius * size }
}

function placed(
  bone: Bone,
  place: (vector: Vector) => Vector,
  toward: (vector: Vector) => Vector,
  size: number,
): Bone {
  const { along, nail, long } = bone
  return {
    ...placedCapsule(bone, place, size),
    along: toward(along),
    nail: toward(nail),
    long: long * size,
  }
}

/** The palm with the skin between the fingers. */
function palmOf({ fingers, thumb }: HandShape): Chain[] {
  const one = (from: Vector, to: Vector, fromRadius: number, toRadius: number): Chain => ({
    capsules: [{ from, to, fromRadius, toRadius }],
    part: 0,
  })
  const first = fingers.map((finger, index) => bonesOf(finger, index)[0] ?? EMPTY_BONE)
  const webs = first.map(({ from, along, long }) => sum(from, scaled(along, long * WEB_SHARE)))
  const [ball = EMPTY_BONE] = bonesOfThumb(thumb)
  return [
    ...PALM.map((ridge) => one(...ridge)),
    ...BASES.map((base, index) => one(base, KNUCKLES[index] ?? base, 19, 15)),
    ...first.map(({ from, fromRadius }, index) => one(from, webs[index] ?? from, fromRadius, fromRadius - 1)),
    ...webs.slice(1).map((web, index) => one(webs[index] ?? web, web, 8.5, 8.5)),
    // Between thumb and index finger, and the thumb's own ball.
    one(sum(ball.from, scaled(ball.along, 30)), [-28, 74, 3], 11, 10),
    { capsules: [ball], part: 0 },
  ]
}

/** Along a forearm: share of its length, how far each of the two bones is from the middle, and how thick it is there. */
const FOREARM_COURSE = [
  [0, 5, 43],
  [0.3, 9, 45],
  [0.68, 12, 34],
  [0.92, 14, 29],
] as const

/** Two bones side by side, from the elbow into the palm: a wrist is wider than it is deep. */
function forearmOf(frame: Frame, place: (vector: Vector) => Vector, limbs: number): Chain[] {
  return [-1, 1].map((side) => {
    const course = [
      ...FOREARM_COURSE.map(([share, aside, radius]) => ({
        at: sum(scaled(frame[1], FOREARM * limbs * share), scaled(frame[0], aside * limbs * side)),
        radius: radius * limbs,
      })),
      { at: place([10 * side, 14, 0]), radius: 22 * HAND_SIZE * limbs },
    ]
    const capsules = course.slice(1).map(({ at, radius }, index): Capsule => ({
      from: course[index]?.at ?? at,
      to: at,
      fromRadius: course[index]?.radius ?? radius,
      toRadius: radius,
    }))
    return { capsules, part: 0 }
  })
}
