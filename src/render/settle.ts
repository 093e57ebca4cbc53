import { JAW_STAGES } from './puppet.ts'
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

/** Motion in steps of a quarter of a pixel is seen as smooth. */
const STEPS_PER_PIXEL = 4

/** A turn that moves the rim of a head, some 250 units away, by the same quarter of a pixel. */
const HEAD_RADIUS = 250
const BODY_RADIUS = 480

/** The head turns about the top of the neck, the body about the seat. Logical units. */
const NECK_BELOW_HEAD = 190
const SEAT_BELOW_HEAD = 720

/** How far a full turn or nod carries the head. */
const YAW_UNITS = 9
const PITCH_UNITS = 7

/** Rounds a pose at a moment for a stage. */
export function settle(pose: Pose, stage: Stage, seconds: number, durationSeconds: number): SettledPose {
  const { scale } = stage
  const pixels = (units: number) => round(units * scale, 1 / STEPS_PER_PIXEL)
  const turn = (angle: number, radius: number) => round(angle, 1 / STEPS_PER_PIXEL / (radius * scale))
  const yaw = round(pose.yaw, 1 / STEPS_PER_PIXEL / (10 * scale))
  const pitch = round(pose.pitch, 1 / STEPS_PER_PIXEL / (10 * scale))
  const bodyTurn = turn(pose.bodyLean, BODY_RADIUS)
  const headTurn = turn(pose.roll + pose.bodyLean * 0.5, HEAD_RADIUS)
  const headX =
    pose.bodyX +
    SEAT_BELOW_HEAD * Math.sin(pose.bodyLean) +
    YAW_UNITS * pose.yaw +
    NECK_BELOW_HEAD * Math.sin(pose.roll)
  const headY = pose.bodyY * 0.8 + PITCH_UNITS * pose.pitch
  const card = nameCardAt(seconds, durationSeconds)
  return {
    headX: pixels(HEAD_HOME.x + headX) + stage.offsetX,
    headY: pixels(HEAD_HOME.y + headY) + stage.offsetY,
    headTurn,
    yaw,
    pitch,
    hairLean: turn(pose.hairLean, HEAD_RADIUS),
    bodyX: pixels(HEAD_HOME.x + pose.bodyX + SEAT_BELOW_HEAD * Math.sin(pose.bodyLean)) + stage.offsetX,
    bodyY: pixels(HEAD_HOME.y + pose.bodyY) + stage.offsetY,
    bodyTurn,
    jaw: Math.round(Math.min(1, Math.max(0, pose.mouth.jaw)) * (JAW_STAGES - 1)),
    mouth: settledMouth(pose.mouth),
    smile: round(pose.smile, 1 / 32),
    lids: round(Math.min(1, Math.max(0, pose.lids)), 1 / 16),
    gazeX: round(pose.gazeX, 1 / 16),
    gazeY: round(pose.gazeY, 1 / 16),
    brows: round(pose.brows, 1 / 16),
    cardStrength: stage.framing === 'wide' ? round(card.strength, 1 / 64) : 0,
    cardX: stage.framing === 'wide' ? Math.round(-card.slide * scale) : 0,
  }
}

function round(value: number, step: number): number {
  return Math.round(value / step) * step
}

function settledMouth(mouth: MouthShape): MouthShape {
  const settled = { ...mouth } as Record<keyof MouthShape, number>
  for (const member of MOUTH_MEMBERS) settled[member] = round(mouth[member], 1 / 128)
  return settled
}
