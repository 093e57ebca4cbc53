import type { ArmPose } from '../../../../src/render/motion/arm-pose.ts'

/** The forearm upright, its palm to the viewer. */
export const UPRIGHT: ArmPose = {
  hand: 'open',
  to: 'open',
  share: 0,
  swing: 0,
  reach: 0.3,
  twist: 0,
  wrist: 0,
  tilt: 0,
  elbow: { x: 305, y: 640 },
}
