import { armsOf } from './arms.ts'
import { held, sentenceStarts, stresses, strokeAt, turns } from './beats.ts'
import { blinkTimes, lidsAt } from './blinks.ts'
import { cameraOf } from './camera.ts'
import { expressions } from './expression.ts'
import { gazeOf, glances } from './gaze.ts'
import { gestures } from './gestures.ts'
import { headMoves } from './head-moves.ts'
import { mouthCurve } from './mouth-curve.ts'
import { between, chance, drift, seedOf } from '../paint/noise.ts'
import { USUAL_OPTIONS } from '../../domain/video/video-options.ts'
import type { SpeechTimeline } from '../../domain/speech/speech-timeline.ts'
import type { VideoOptions } from '../../domain/video/video-options.ts'
import type { Arms } from './arms.ts'
import type { Stress, Turn } from './beats.ts'
import type { Bearing } from './gestures.ts'
import type { MouthShape } from './mouth-shape.ts'
import type { Framing } from '../paint/stage.ts'

/** Everything visible of a presenter at one moment. Logical units and radians. */
export interface Pose extends Bearing {
  readonly framing: Framing
  readonly mouth: MouthShape
  /** Corners of the mouth up, 0 to 1. */
  readonly smile: number
  /** Cheeks up, and the lower lids with them, 0 to 1. */
  readonly cheeks: number
  /** Lids, 0 open to 1 closed; less than 0 is wide open. */
  readonly lids: number
  /** Where the eyes look, -1 to 1; up is negative. */
  readonly gazeX: number
  readonly gazeY: number
  /** Brows up, about -0.2 to 1. */
  readonly brows: number
  /** Brows drawn together and down at the nose, to 1; raised there, to -0.5. */
  readonly knit: number
  /** Attitude of the head: -1 to 1 left to right, up to down, and radians sideways. */
  readonly yaw: number
  readonly pitch: number
  readonly roll: number
  /** Where the body has gone from its place, and how it leans sideways. */
  readonly bodyX: number
  readonly bodyLean: number
  /** How far loose hair trails the head: units sideways per unit downwards. */
  readonly hairLean: number
  readonly arms: Arms
}

/** The options that a performance depends on. */
type Acting = Pick<VideoOptions, 'gestures' | 'camera'>

interface Stance {
  readonly x: number
  readonly lean: number
}

/** Loose hair follows the head after this time, and swings past it after the second. */
const HAIR_LAG_SECONDS = 0.13
const HAIR_SWING_SECONDS = 0.34

/** Time between the body's changes of stance: sooner looks restless. */
const STANCE_APART = { low: 2.6, high: 6.5 }

/**
 * What a presenter does besides talking, as a pure function of the moment: the same timeline and
 * seed give the same performance on every machine and for every part of a video drawn alone. So does
 * the beginning of a timeline, up to `settledSeconds` (domain/picture/picture.ts).
 */
export function performanceOf(
  timeline: SpeechTimeline,
  seedText: string,
  { gestures: life, camera }: Acting = USUAL_OPTIONS,
): (seconds: number) => Pose {
  const seed = seedOf(seedText)
  const mouthAt = mouthCurve(timeline)
  const looks = glances(timeline.sentences, seed ^ 0x99)
  const blinks = blinkTimes(seed ^ 0x11, timeline.durationSeconds, looks)
  const gazeAt = gazeOf(looks, timeline.durationSeconds, seed ^ 0xee)
  const stressed = stresses(timeline, seed ^ 0x22)
  const headAt = headMoves(timeline, stressed, seed ^ 0x33)
  const stances = turns(sentenceStarts(timeline.sentences, STANCE_APART, seed ^ 0xcc), 0.95, (index) =>
    stance(seed ^ 0x55, index),
  )
  const bearingAt = gestures(timeline, stressed, seed ^ 0xbb)
  const faceAt = expressions(timeline, seed ^ 0x77)
  const armsAt = armsOf(timeline, life, stressed, seed ^ 0xdd)
  const cameraAt = cameraOf(timeline, camera, seed ^ 0xff)

  return (seconds) => {
    const head = headAt(seconds)
    const before = headAt(seconds - HAIR_LAG_SECONDS)
    const earlier = headAt(seconds - HAIR_SWING_SECONDS)
    const body = heldStance(stances, seconds)
    const mouth = mouthAt(seconds)
    const bearing = bearingAt(seconds)
    const { framing, push } = cameraAt(seconds)
    const face = faceAt(seconds)
    const blink = lidsAt(blinks, seconds)
    return {
      framing,
      mouth,
      // Words shape the mouth: a round one cannot smile.
      smile: Math.max(0, face.smile - mouth.round * 0.4),
      cheeks: face.cheeks,
      lids: blink + (1 - blink) * (Math.max(0, head.pitch * 0.12) + face.lids),
      ...gazeAt(seconds, head),
      brows: face.brows + browsAt(stressed, seconds) + drift(seed ^ 0xaa, seconds * 0.35) * 0.25,
      knit: face.knit,
      ...head,
      ...bearing,
      // Who has come nearer leans less.
      near: push + bearing.near * (1 - push),
      arms: armsAt(seconds),
      bodyX: body.x,
      bodyLean: body.lean,
      hairLean:
        head.roll * 0.55 +
        (head.roll - before.roll) * 0.8 +
        (before.yaw - head.yaw) * 0.045 -
        (earlier.yaw - before.yaw) * 0.02,
    }
  }
}

/** To either side, as chance has it: a change of sides by turns is a pendulum. */
function stance(seed: number, index: number): Stance {
  const side = chance(seed, index + 3000) < 0.5 ? -1 : 1
  return {
    x: side * between(seed, index * 2, 2, 13),
    lean: side * between(seed, index * 2 + 1, 0.001, 0.009),
  }
}

function heldStance(list: readonly Turn<Stance>[], seconds: number): Stance {
  const [from, to, share] = held(list, seconds, { x: 0, lean: 0 })
  return { x: from.x + (to.x - from.x) * share, lean: from.lean + (to.lean - from.lean) * share }
}

function browsAt(stressed: readonly Stress[], seconds: number): number {
  return strokeAt(stressed, seconds, 0.18, 0.6, (stress) => (stress.browsUp ? stress.weight * 0.95 : 0))
}
