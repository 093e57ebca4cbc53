import { ARM_KEYS } from '../motion/attitudes.ts'
import { SIDES } from '../motion/arm-pose.ts'
import type { ArmPose, Side } from '../motion/arm-pose.ts'
import type { Arms, ArmState } from '../motion/arms.ts'
import type { ArmKeyName } from '../motion/attitudes.ts'

/** An arm in one of a few hundred poses. */
interface RoundedArm {
  readonly pose: ArmPose
  /** Equal for equal poses. */
  readonly name: string
  /** It is on its way, and will be in another pose in the next frame or the one after it. */
  readonly isPassing: boolean
}

/** Both arms, and whole pixels by which they go along with the body. */
export type RoundedArms = Readonly<Record<Side, RoundedArm>> & { readonly shift: number }

/** Steps on the way from one key to another: six, of which each takes about a frame. */
const WAY_STEPS = 6

/** Steps of a beat up or down. */
const BEAT_STEPS = 2

/** What a beat does to a lifted arm, radians. */
const BEAT = { reach: -0.13, wrist: 0.2 } as const

/** Elbows are on the desk: they take part in so much of the body's motion. */
const ELBOW_SHARE = 0.35

/** Rounds arms to poses that come again, so that they are painted once. */
export function roundArms(arms: Arms, bodyX: number, scale: number): RoundedArms {
  const [left, right] = SIDES.map((side) => roundArm(arms[side]))
  if (!left || !right) throw new Error('There are two arms')
  return { left, right, shift: Math.round(bodyX * ELBOW_SHARE * scale) }
}

function roundArm({ from, to, share, beat }: ArmState): RoundedArm {
  const step = Math.round(share * WAY_STEPS)
  const beatStep = Math.round(beat * BEAT_STEPS)
  if (step === 0) return poseOf(from, from, 0, beatStep)
  if (step === WAY_STEPS) return poseOf(to, to, 0, beatStep)
  // The way back is the same way, to the last digit: who painted it first must not be seen.
  return from < to ? poseOf(from, to, step, 0) : poseOf(to, from, WAY_STEPS - step, 0)
}

function poseOf(from: ArmKeyName, to: ArmKeyName, step: number, beatStep: number): RoundedArm {
  const [share, beat] = [step / WAY_STEPS, beatStep / BEAT_STEPS]
  const [a, b] = [ARM_KEYS[from], ARM_KEYS[to]]
  const mix = (one: number, other: number) => one + (other - one) * share
  return {
    name: `${from} ${to} ${step} ${beatStep}`,
    isPassing: step > 0,
    pose: {
      hand: a.hand,
      to: b.hand,
      share,
      swing: mix(a.swing, b.swing),
      reach: mix(a.reach, b.reach) + beat * BEAT.reach,
      twist: mix(a.twist, b.twist),
      wrist: mix(a.wrist, b.wrist) + beat * BEAT.wrist,
      tilt: mix(a.tilt, b.tilt),
      elbow: { x: mix(a.elbow.x, b.elbow.x), y: mix(a.elbow.y, b.elbow.y) },
    },
  }
}
