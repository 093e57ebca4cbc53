import { sentenceStarts } from './beats.ts'
import { between, chance, easeInOut } from '../paint/noise.ts'
import type { SpokenSpan } from '../../domain/speech/speech-timeline.ts'
import type { HeadAttitude } from './head-moves.ts'

/** A look aside for a moment, and back at the lens. Times are seconds; places are those of a gaze. */
export interface Glance {
  readonly at: number
  readonly seconds: number
  readonly x: number
  readonly y: number
}

/** Where the eyes look, -1 to 1; up is negative. */
export interface Gaze {
  readonly gazeX: number
  readonly gazeY: number
}

/** Time between two glances: together they take about a twelfth of a speech. A person who speaks to a lens looks at it. */
const GLANCES_APART = { low: 4, high: 8.5 }
const GLANCE_SECONDS = { low: 0.4, high: 0.8 }
/** A glance begins so long before its phrase, as whoever thinks of the next words looks away. */
const GLANCE_LEADS_SECONDS = 0.15
/** The eyes are somewhere else before a second picture could show them on their way. */
const SACCADE_SECONDS = 0.05

/** On the lens, eyes wander between its edges: each fixation lasts so long, and is so far beside the middle at most. */
const FIXATION_SECONDS = { low: 0.35, high: 1.4 }
const FIXATION_X = 0.08
const FIXATION_Y = 0.06

/** How much of a turn of the head the eyes make up for, so that they stay on the lens. */
const YAW_MADE_UP = 0.45
const PITCH_MADE_UP = 0.3

/** The glances of a speech, at the starts of some of its phrases. Its first words are said to the lens. */
export function glances(sentences: readonly SpokenSpan[], seed: number): Glance[] {
  const [, ...starts] = sentenceStarts(sentences, GLANCES_APART, seed)
  return starts.map((start, index) => ({
    at: start - GLANCE_LEADS_SECONDS,
    seconds: between(seed ^ 0x1, index, GLANCE_SECONDS.low, GLANCE_SECONDS.high),
    x: (chance(seed ^ 0x2, index) < 0.5 ? -1 : 1) * between(seed ^ 0x3, index, 0.2, 0.4),
    y: between(seed ^ 0x4, index, -0.16, 0.1),
  }))
}

/** The gaze as a function of the moment, and of the head that carries the eyes then. */
export function gazeOf(
  looks: readonly Glance[],
  durationSeconds: number,
  seed: number,
): (seconds: number, head: HeadAttitude) => Gaze {
  const fixations = fixationTimes(seed, durationSeconds)
  return (seconds, head) => {
    const { x, y } = asideAt(looks, seconds) ?? onLens(fixations, seed, seconds)
    return { gazeX: x - head.yaw * YAW_MADE_UP, gazeY: y - head.pitch * PITCH_MADE_UP }
  }
}

interface Place {
  readonly x: number
  readonly y: number
}

function asideAt(looks: readonly Glance[], seconds: number): Place | null {
  const look = looks.findLast(({ at }) => at <= seconds)
  if (!look || seconds > look.at + look.seconds) return null
  const share =
    easeInOut((seconds - look.at) / SACCADE_SECONDS) -
    easeInOut((seconds - look.at - look.seconds + SACCADE_SECONDS) / SACCADE_SECONDS)
  return { x: look.x * share, y: look.y * share }
}

function onLens(fixations: readonly number[], seed: number, seconds: number): Place {
  const index = fixations.findLastIndex((at) => at <= seconds)
  return {
    x: between(seed ^ 0x5, index, -FIXATION_X, FIXATION_X),
    y: between(seed ^ 0x6, index, -FIXATION_Y, FIXATION_Y),
  }
}

/** When the fixations begin: at uneven distances, or eyes would tick like a clock. */
function fixationTimes(seed: number, durationSeconds: number): number[] {
  const times: number[] = []
  for (let next = 0; next < durationSeconds;) {
    times.push(next)
    next += between(seed, times.length, FIXATION_SECONDS.low, FIXATION_SECONDS.high)
  }
  return times
}
