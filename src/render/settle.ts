import { MOUTH_MEMBERS } from './mouth-shape.ts'
import { nameCardAt } from './name-card.ts'
import { HEAD_HOME } from './stage.ts'
import type { MouthShape } from './mouth-shape.ts'
import type { Pose } from './performance.ts'
import type { Stage } from './stage.ts'

/**
 * A pose rounded to what can be told apart on a stage. Equal numbers mean equal pixels, so parts
 * that did not move are not drawn again. Positions are pixels.
 */
export interface SettledPose {
  readonly headX: number
  readonly headY: number
  readonly headTurn: number
  readonly yaw: number
  readonly pitch: number
  readonly hairLean: number
  readonly bodyX: number
  readonly bodyY: number
  readonly bodyTurn: number
  readonly jaw: number
  readonly mouth: MouthShape
  readonly smile: number
  readonly lids: number
  readonly gazeX: number
  readonly gazeY: number
  readonly brows: number
  readonly cardStrength: number
  readonly cardX: number
}

/** Stages the jaw is painted in: neighbours differ by less than two pixels of a 720-line picture. */
export const JAW_STAGES = 14

/**
 * Steps of motion, in pixels. Edges are blended, so a third of a pixel is seen as smooth; the body
 * is dark and soft and moves little; depth inside the head shows less than the head's own way.
 */
const STEP = { head: 1 / 2, body: 1 / 2, depth: 1 / 2 } as const

/**
 * How many steps of each share of a mouth are told apart: opening and width to a pixel of a
 * 720-line picture, the rest as far as it is seen in motion. Fewer steps mean that a mouth seen
 * before comes again.
 */
const MOUTH_STEPS: Partial<Record<keyof MouthShape, number>> = { open: 32, width: 24 }
const SMILE_STEPS = 8

/** How far the rims of head and body are from what they turn about: a turn moves them by one step. */
const HEAD_RADIUS = 250
const BODY_RADIUS = 480

/** The deepest part of the head, see the depths of the puppet. */
const DEEPEST = 10

/** The head turns about the top of the neck, the body about the seat. Logical units. */
const NECK_BELOW_HEAD = 190
const SEAT_BELOW_HEAD = 720

/** How far a full turn or nod carries the head. */
const YAW_UNITS = 9
const PITCH_UNITS = 7

/** Rounds a pose at a moment for a stage. */
export function settle(pose: Pose, stage: Stage, seconds: number, durationSeconds: number): SettledPose {
  const { scale } = stage
  const turn = (angle: number, radius: number, step: number) => round(angle, step / (radius * scale))
  const headX =
    pose.bodyX +
    SEAT_BELOW_HEAD * Math.sin(pose.bodyLean) +
    YAW_UNITS * pose.yaw +
    NECK_BELOW_HEAD * Math.sin(pose.roll)
  const headY = pose.bodyY * 0.5 + PITCH_UNITS * pose.pitch
  const card = nameCardAt(seconds, durationSeconds)
  return {
    headX: round((HEAD_HOME.x + headX) * scale, STEP.head) + stage.offsetX,
    headY: round((HEAD_HOME.y + headY) * scale, STEP.head) + stage.offsetY,
    headTurn: turn(pose.roll + pose.bodyLean * 0.5, HEAD_RADIUS, 1),
    yaw: round(pose.yaw, STEP.depth / (DEEPEST * scale)),
    pitch: round(pose.pitch, STEP.depth / (DEEPEST * scale)),
    hairLean: turn(pose.hairLean, HEAD_RADIUS, 1),
    bodyX:
      round((HEAD_HOME.x + pose.bodyX + SEAT_BELOW_HEAD * Math.sin(pose.bodyLean)) * scale, STEP.body) +
      stage.offsetX,
    bodyY: round((HEAD_HOME.y + pose.bodyY) * scale, STEP.body) + stage.offsetY,
    bodyTurn: turn(pose.bodyLean, BODY_RADIUS, STEP.body),
    jaw: Math.round(Math.min(1, Math.max(0, pose.mouth.jaw)) * (JAW_STAGES - 1)),
    mouth: settledMouth(pose.mouth),
    smile: round(pose.smile, 1 / SMILE_STEPS),
    lids: round(Math.min(1, Math.max(0, pose.lids)), 1 / 12),
    gazeX: round(pose.gazeX, 1 / 10),
    gazeY: round(pose.gazeY, 1 / 10),
    brows: round(pose.brows, 1 / 10),
    cardStrength: stage.framing === 'wide' ? round(card.strength, 1 / 64) : 0,
    cardX: stage.framing === 'wide' ? Math.round(-card.slide * scale) : 0,
  }
}

function round(value: number, step: number): number {
  return Math.round(value / step) * step
}

function settledMouth(mouth: MouthShape): MouthShape {
  const settled = { ...mouth } as Record<keyof MouthShape, number>
  for (const member of MOUTH_MEMBERS) settled[member] = round(mouth[member], 1 / (MOUTH_STEPS[member] ?? 5))
  return settled
}
