import { armsOf } from './arms.ts'
import { headTurnTimes, held, sentenceStarts, stresses, strokeAt, turns } from './beats.ts'
import { blinkTimes, lidsAt } from './blinks.ts'
import { cameraCuts } from './camera.ts'
import { gestures } from './gestures.ts'
import { mouthCurve } from './mouth-curve.ts'
import { between, chance, drift, easeInOut, seedOf } from '../paint/noise.ts'
import { USUAL_OPTIONS } from '../../domain/video/video-options.ts'
import type { SpeechTimeline } from '../../domain/speech/speech-timeline.ts'
import type { GesturesOption } from '../../domain/video/video-options.ts'
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
  /** Lids, 0 open to 1 closed. */
  readonly lids: number
  /** Where the eyes look, -1 to 1; up is negative. */
  readonly gazeX: number
  readonly gazeY: number
  /** Brows up, about -0.2 to 1. */
  readonly brows: number
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

interface Attitude {
  readonly yaw: number
  readonly pitch: number
  readonly roll: number
}

interface Stance {
  readonly x: number
  readonly lean: number
}

/**
 * Head and body are moved so many times a second, "on twos" as animators say; lips and lids with
 * every frame. They are slow enough for it, and every other frame then costs a fifth.
 */
const BEATS_PER_SECOND = 15

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
  gesturesOption: GesturesOption = USUAL_OPTIONS.gestures,
): (seconds: number) => Pose {
  const seed = seedOf(seedText)
  const mouthAt = mouthCurve(timeline)
  const blinks = blinkTimes(seed ^ 0x11, timeline.durationSeconds)
  const stressed = stresses(timeline, seed ^ 0x22)
  const headTurns = turns(headTurnTimes(timeline, seed ^ 0x33), 0.62, (index) => attitude(seed ^ 0x44, index))
  const stances = turns(sentenceStarts(timeline.sentences, STANCE_APART, seed ^ 0xcc), 0.95, (index) =>
    stance(seed ^ 0x55, index),
  )
  const bearingAt = gestures(timeline, stressed, seed ^ 0xbb)
  const armsAt = armsOf(timeline, gesturesOption, stressed, seed ^ 0xdd)
  const framingAt = cameraCuts(timeline.sentences, timeline.durationSeconds)

  const headAt = (seconds: number): Attitude => {
    const held = heldAttitude(headTurns, seconds)
    return {
      yaw: held.yaw + drift(seed ^ 0x66, seconds * 0.3) * 0.07,
      pitch: held.pitch + drift(seed ^ 0x77, seconds * 0.3) * 0.06 + nodAt(stressed, seconds),
      roll: held.roll + drift(seed ^ 0x88, seconds * 0.25) * 0.002,
    }
  }
  return (seconds) => {
    const beat = Math.floor(seconds * BEATS_PER_SECOND + 1e-6) / BEATS_PER_SECOND
    const head = headAt(beat)
    const before = headAt(beat - HAIR_LAG_SECONDS)
    const earlier = headAt(beat - HAIR_SWING_SECONDS)
    const body = heldStance(stances, beat)
    const mouth = mouthAt(seconds)
    return {
      framing: framingAt(seconds),
      mouth,
      smile: smileAt(timeline, mouth, seconds),
      lids: Math.max(lidsAt(blinks, seconds), head.pitch * 0.12),
      ...gazeAt(seed ^ 0x99, beat, head),
      brows: browsAt(stressed, beat) + drift(seed ^ 0xaa, beat * 0.35) * 0.12,
      ...head,
      ...bearingAt(beat),
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

function attitude(seed: number, index: number): Attitude {
  const side = index % 2 === 0 ? 1 : -1
  return {
    yaw: side * between(seed, index * 3, 0.05, 0.85) + between(seed, index * 3 + 7919, -0.25, 0.25),
    pitch: between(seed, index * 3 + 1, -0.4, 0.35),
    roll: between(seed, index * 3 + 2, -0.034, 0.034),
  }
}

/** Mostly to the other side, but not always: a strict change of sides is a pendulum. */
function stance(seed: number, index: number): Stance {
  const side = (index % 2 === 0 ? -1 : 1) * (chance(seed, index + 3000) < 0.3 ? -1 : 1)
  return {
    x: side * between(seed, index * 2, 2, 13),
    lean: side * between(seed, index * 2 + 1, 0.001, 0.009),
  }
}

function heldAttitude(list: readonly Turn<Attitude>[], seconds: number): Attitude {
  const [from, to, share] = held(list, seconds, { yaw: 0, pitch: 0, roll: 0 })
  return {
    yaw: from.yaw + (to.yaw - from.yaw) * share,
    pitch: from.pitch + (to.pitch - from.pitch) * share,
    roll: from.roll + (to.roll - from.roll) * share,
  }
}

function heldStance(list: readonly Turn<Stance>[], seconds: number): Stance {
  const [from, to, share] = held(list, seconds, { x: 0, lean: 0 })
  return { x: from.x + (to.x - from.x) * share, lean: from.lean + (to.lean - from.lean) * share }
}

/** Down with the stressed vowel, back a little slower. */
function nodAt(stressed: readonly Stress[], seconds: number): number {
  return strokeAt(stressed, seconds, 0.16, 0.42, (stress) => stress.weight * 0.62)
}

function browsAt(stressed: readonly Stress[], seconds: number): number {
  return strokeAt(stressed, seconds, 0.18, 0.6, (stress) => (stress.browsUp ? stress.weight * 0.95 : 0))
}

/** The eyes stay on the camera, jump a little aside now and then, and make up for the head's turns. */
function gazeAt(seed: number, seconds: number, head: Attitude): { gazeX: number; gazeY: number } {
  const pace = 1.1
  const step = Math.floor(seconds / pace)
  // A glance that is not worth it is left out: most of the time the viewer is looked at.
  const glance = (index: number, axis: number) =>
    between(seed, index * 2 + 4000, 0, 1) < 0.26 ? between(seed, index * 2 + axis, -1, 1) : 0
  const jump = easeInOut((seconds - step * pace) / 0.07)
  const aside = (axis: number) => glance(step - 1, axis) * (1 - jump) + glance(step, axis) * jump
  return { gazeX: aside(0) * 0.4 - head.yaw * 0.45, gazeY: aside(1) * 0.16 - head.pitch * 0.3 }
}

/** A friendly face before and after speaking; while speaking the words shape the mouth. */
function smileAt(timeline: SpeechTimeline, mouth: MouthShape, seconds: number): number {
  const first = timeline.words[0]?.start ?? 0
  const last = timeline.words.at(-1)?.end ?? 0
  const before = 1 - easeInOut((seconds - first + 0.25) / 0.7)
  const after = easeInOut((seconds - last - 0.05) / 0.5)
  return Math.max(0.55 - mouth.round * 0.4, before, after)
}
