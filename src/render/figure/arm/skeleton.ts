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

/** The ball of the thumb, and the edge of the hand. Both begin within the wrist, so that it passes into the palm. */
const RIDGES: readonly (readonly Ball[])[] = [
  [
    { at: [-11, -12, 1], radius: 18 },
    { at: [-25, 24, 7], radius: 20 },
    { at: [-34, 62, 4], radius: 15 },
  ],
  [
    { at: [11, -12, 1], radius: 18 },
    { at: [25, 20, 6], radius: 19 },
    { at: [32, 64, 3], radius: 14 },
  ],
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
    forearm: forearmOf(forearmFrame, frame, limbs),
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
    ...RIDGES.map((balls) => ({ capsules: capsulesThrough(balls), part: 0 })),
    ...BASES.map((base, index) => one(base, KNUCKLES[index] ?? base, 19, 15)),
    ...first.map(({ from, fromRadius }, index) => one(from, webs[index] ?? from, fromRadius, fromRadius - 1)),
    ...webs.slice(1).map((web, index) => one(webs[index] ?? web, web, 8.5, 8.5)),
    // Between thumb and index finger, and the thumb's own ball.
    one(sum(ball.from, scaled(ball.along, 30)), [-28, 74, 3], 11, 10),
    { capsules: [ball], part: 0 },
  ]
}

/** One of the balls that a chain goes through. */
interface Ball {
  readonly at: Vector
  readonly radius: number
}

function capsulesThrough(balls: readonly Ball[]): Capsule[] {
  return balls.slice(1).map(({ at, radius }, index) => {
    const before = balls[index] ?? { at, radius }
    return { from: before.at, to: at, fromRadius: before.radius, toRadius: radius }
  })
}

/**
 * Along a forearm: share of its length, how far each of the two bones is from the middle, how thick it is there, and how
 * far the bones have turned with the hand.
 */
const FOREARM_COURSE = [
  [0, 5, 43, 0],
  [0.3, 9, 45, 0],
  [0.68, 12, 34, 0.4],
  [0.92, 14, 29, 0.9],
] as const

/** Two bones side by side, from the elbow into the palm: a wrist is wider than it is deep. */
function forearmOf([across, along]: Frame, [handAcross, handAlong]: Frame, limbs: number): Chain[] {
  const isCrossed = across[0] * handAcross[0] + across[1] * handAcross[1] + across[2] * handAcross[2] < 0
  const turnedTo = isCrossed ? scaled(handAcross, -1) : handAcross
  const size = HAND_SIZE * limbs
  const wrist = scaled(along, FOREARM * limbs)
  return [-1, 1].map((side) => {
    const course = FOREARM_COURSE.map(([share, aside, radius, turned]): Ball => {
      const axis = unit(sum(scaled(across, 1 - turned), scaled(turnedTo, turned)))
      return {
        at: sum(scaled(wrist, share), scaled(axis, aside * limbs * side)),
        radius: radius * limbs,
      }
    })
    const inPalm = sum(wrist, sum(scaled(turnedTo, 10 * size * side), scaled(handAlong, 14 * size)))
    return { capsules: capsulesThrough([...course, { at: inPalm, radius: 22 * size }]), part: 0 }
  })
}
