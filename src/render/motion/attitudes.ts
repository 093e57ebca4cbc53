import type { ArmAngles, Elbow, HandName } from './arm-pose.ts'

/** What one arm does in an attitude. */
export interface ArmKey extends ArmAngles {
  readonly hand: HandName
  readonly elbow: Elbow
}

function key(
  hand: HandName,
  [swing, reach, twist, wrist, tilt = 0]: readonly [number, number, number, number, number?],
  elbow: Elbow = { x: 305, y: 640 },
): ArmKey {
  return { hand, swing, reach, twist, wrist, tilt, elbow }
}

/**
 * Ways of holding an arm: those of a right one, whose mirror images are a left one's. Elbows are on the desk. Hands stay
 * below the chin, beside the face, and within the narrowest picture.
 */
export const ARM_KEYS = {
  /** On the desk, palms down; the right hand lies over the left one. */
  restOver: key('rest', [-1.6, 0.78, -2.05, 0.1], { x: 340, y: 620 }),
  restUnder: key('rest', [-1.58, 0.74, -2.1, 0.1], { x: 340, y: 624 }),
  /** Between two strokes: what hands pass through on their way. */
  ready: key('soft', [-0.5, 1.02, -1.2, 0.12]),
  open: key('open', [0, 0.98, -0.5, 0.3], { x: 295, y: 640 }),
  offer: key('cup', [0.04, 1.08, -2.1, 0.5], { x: 275, y: 640 }),
  frame: key('flat', [-0.2, 0.95, -1.35, 0.1]),
  steeple: key('flat', [-0.62, 0.88, -1.35, 0.05]),
  stop: key('open', [-0.08, 0.9, 0.05, 0.35]),
  chop: key('flat', [-0.35, 1.1, -1.6, 0]),
  soft: key('soft', [-0.35, 0.95, -0.9, 0.2]),
  show: key('cup', [0.08, 1.02, -1.9, 0.5], { x: 268, y: 640 }),
  heart: key('flat', [-1.2, 0.25, -2.9, -0.2, 0.1]),
  pinch: key('pinch', [-0.25, 0.95, -0.75, 0.2]),
  one: key('one', [-0.12, 0.8, -0.2, 0.05]),
  two: key('two', [-0.12, 0.8, -0.2, 0.05]),
  three: key('three', [-0.12, 0.8, -0.2, 0.05]),
  four: key('four', [-0.12, 0.8, -0.2, 0.05]),
  five: key('five', [-0.1, 0.8, -0.2, 0.1]),
} as const satisfies Record<string, ArmKey>

/** The name of a way of holding an arm. */
export type ArmKeyName = keyof typeof ARM_KEYS

/** What hands say, in both arms or in one while the other rests. */
export const ATTITUDES = {
  open: { arms: 'both' },
  offer: { arms: 'both' },
  frame: { arms: 'both' },
  steeple: { arms: 'both' },
  stop: { arms: 'both' },
  chop: { arms: 'both' },
  soft: { arms: 'one' },
  show: { arms: 'one' },
  heart: { arms: 'one' },
  pinch: { arms: 'one' },
  one: { arms: 'one' },
  two: { arms: 'one' },
  three: { arms: 'one' },
  four: { arms: 'one' },
  five: { arms: 'one' },
} as const satisfies Partial<Record<ArmKeyName, { readonly arms: 'one' | 'both' }>>

/** What hands say. */
export type Attitude = keyof typeof ATTITUDES
