/** The shapes that hands take on. */
export const HAND_NAMES = [
  'rest',
  'open',
  'soft',
  'cup',
  'flat',
  'pinch',
  'one',
  'two',
  'three',
  'four',
  'five',
] as const

/** One of the shapes. */
export type HandName = (typeof HAND_NAMES)[number]

/** The presenter's arms by where they are seen: left or right in the picture. */
export type Side = 'left' | 'right'

/** Both of them. */
export const SIDES: readonly Side[] = ['left', 'right']

/** How a forearm and its hand are held. Angles are radians, and those of a right arm; a left one is its mirror image. */
export interface ArmAngles {
  /** The forearm in the plane of the picture: 0 up, outwards is positive. */
  readonly swing: number
  /** The forearm out of that plane, towards the viewer. */
  readonly reach: number
  /** The hand about the forearm: 0 shows its palm to the viewer, π its back. */
  readonly twist: number
  /** The hand at the wrist: back is positive. */
  readonly wrist: number
  /** The hand at the wrist, aside: towards the little finger is positive. */
  readonly tilt: number
}

/** Where an elbow is: logical units aside from the middle of the head, and below it. */
export interface Elbow {
  readonly x: number
  readonly y: number
}

/** An arm at one moment. */
export interface ArmPose extends ArmAngles {
  readonly elbow: Elbow
  /** The hand, and the shape that it goes over into. */
  readonly hand: HandName
  readonly to: HandName
  /** How far the hand has gone over, 0 to 1. */
  readonly share: number
}
