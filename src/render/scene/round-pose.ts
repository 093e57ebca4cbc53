import { roundArms } from './round-arms.ts'
import { MOUTH_MEMBERS } from '../motion/mouth-shape.ts'
import { nameCardAt } from '../overlay/name-card.ts'
import { HEAD_HOME } from '../paint/stage.ts'
import type { MouthShape } from '../motion/mouth-shape.ts'
import type { Pose } from '../motion/performance.ts'
import type { RoundedArms } from './round-arms.ts'
import type { Stage } from '../paint/stage.ts'

/**
 * A pose rounded to what can be told apart on a stage. Equal numbers mean equal pixels, so parts
 * that did not move are not drawn again. Positions are pixels.
 */
export interface RoundedPose {
  readonly headX: number
  readonly headY: number
  readonly headTurn: number
  /** How much larger the head is than at rest. */
  readonly headSize: number
  readonly yaw: number
  readonly pitch: number
  readonly hairLean: number
  readonly bodyX: number
  readonly bodyY: number
  readonly bodyTurn: number
  readonly bodyWidth: number
  readonly bodyHeight: number
  readonly bodySlope: number
  readonly jaw: number
  readonly mouth: MouthShape
  readonly smile: number
  readonly cheeks: number
  readonly lids: number
  readonly gazeX: number
  readonly gazeY: number
  readonly brows: number
  /** Whole steps, see `KNIT_STEPS`. */
  readonly knit: number
  readonly cardStrength: number
  readonly cardX: number
  readonly arms: RoundedArms
}

/** Stages the jaw is painted in: neighbours differ by less than two pixels of a 720-line picture. */
export const JAW_STAGES = 10

/**
 * Steps of motion, in pixels: edges are blended, so half a pixel is seen as smooth. Turns are told
 * apart by what they do to the rim, where a whole pixel goes unnoticed.
 */
const STEP = { move: 1 / 2, rim: 1 } as const

/**
 * How many steps of each share of a mouth are told apart: opening and width to a pixel of a
 * 720-line picture, the rest as far as it is seen in motion. Fewer steps mean that a mouth seen
 * before comes again.
 */
const MOUTH_STEPS: Partial<Record<keyof MouthShape, number>> = { open: 24, width: 24 }
const SMILE_STEPS = 8

/** Faces change slowly, and each step of cheeks is all eyes painted again: four are as many as are told apart. */
const CHEEK_STEPS = 3

/** Steps of drawn brows, each of which is painted once. */
export const KNIT_STEPS = 4

/** How far the rims of head and body are from what they turn about: a turn moves them by one step. */
const HEAD_RADIUS = 250
const BODY_RADIUS = 480

/** The deepest part of the head, see the depths of the puppet. */
const DEEPEST = 10

/** The head turns about the top of the neck, the body about the seat. Logical units. */
const NECK_BELOW_HEAD = 190
const SEAT_BELOW_HEAD = 720

/** How far a full turn or nod carries the head, and how far a breath lifts it. */
const YAW_UNITS = 12
const PITCH_UNITS = 14
const RAISE_UNITS = 3

/** Leaning towards the viewer: the head comes nearer than the shoulders, and a little lower. */
const NEAR = { headSize: 0.055, bodyWidth: 0.034, headUnits: 6 } as const

/** How much a shrug stretches the torso, and how much lower one shoulder is than the other per unit of width. */
const SHRUG_STRETCH = 0.032
const SHOULDER_SLOPE = 0.03

/** Rounds a pose at a moment for a stage. */
export function roundPose(pose: Pose, stage: Stage, seconds: number, durationSeconds: number): RoundedPose {
  const { scale } = stage
  const atRim = (value: number, radius: number) => round(value, STEP.rim / (radius * scale))
  const bodyX = pose.bodyX + SEAT_BELOW_HEAD * Math.sin(pose.bodyLean)
  const headX = bodyX + YAW_UNITS * pose.yaw + NECK_BELOW_HEAD * Math.sin(pose.roll)
  const headY = PITCH_UNITS * pose.pitch + NEAR.headUnits * pose.near - RAISE_UNITS * pose.raise
  const bodyHeight = 1 + atRim(SHRUG_STRETCH * pose.raise, SEAT_BELOW_HEAD)
  const card = nameCardAt(seconds, durationSeconds)
  return {
    headX: round((HEAD_HOME.x + headX) * scale, STEP.move) + stage.offsetX,
    headY: round((HEAD_HOME.y + headY) * scale, STEP.move) + stage.offsetY,
    headTurn: atRim(pose.roll + pose.bodyLean * 0.5, HEAD_RADIUS),
    headSize: 1 + atRim(NEAR.headSize * pose.near, HEAD_RADIUS),
    yaw: round(pose.yaw, STEP.move / (DEEPEST * scale)),
    pitch: round(pose.pitch, STEP.move / (DEEPEST * scale)),
    hairLean: atRim(pose.hairLean, HEAD_RADIUS),
    bodyX: round((HEAD_HOME.x + bodyX) * scale, STEP.move) + stage.offsetX,
    // Stretched about the seat.
    bodyY: round((HEAD_HOME.y + SEAT_BELOW_HEAD * (1 - bodyHeight)) * scale, STEP.move) + stage.offsetY,
    bodyTurn: atRim(pose.bodyLean, BODY_RADIUS),
    bodyWidth: 1 + atRim(NEAR.bodyWidth * pose.near, BODY_RADIUS),
    bodyHeight,
    bodySlope: atRim(SHOULDER_SLOPE * pose.slope, BODY_RADIUS),
    jaw: Math.round(Math.min(1, Math.max(0, pose.mouth.jaw)) * (JAW_STAGES - 1)),
    mouth: roundMouth(pose.mouth),
    smile: round(pose.smile, 1 / SMILE_STEPS),
    cheeks: round(Math.min(1, pose.cheeks), 1 / CHEEK_STEPS),
    lids: round(Math.min(1, pose.lids), 1 / 12),
    gazeX: round(pose.gazeX, 1 / 10),
    gazeY: round(pose.gazeY, 1 / 10),
    brows: round(pose.brows, 1 / 10),
    knit: Math.round(pose.knit * KNIT_STEPS),
    cardStrength: stage.framing === 'wide' ? round(card.strength, 1 / 64) : 0,
    cardX: stage.framing === 'wide' ? Math.round(-card.slide * scale) : 0,
    arms: roundArms(pose.arms, bodyX, scale),
  }
}

function round(value: number, step: number): number {
  return Math.round(value / step) * step
}

function roundMouth(mouth: MouthShape): MouthShape {
  const rounded = { ...mouth } as Record<keyof MouthShape, number>
  for (const member of MOUTH_MEMBERS) rounded[member] = round(mouth[member], 1 / (MOUTH_STEPS[member] ?? 5))
  return rounded
}
