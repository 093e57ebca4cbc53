import { accentsOf } from './accents.ts'
import { ATTITUDES } from './attitudes.ts'
import { between, chance } from '../paint/noise.ts'
import type { GesturesOption } from '../../domain/video/video-options.ts'
import type { SpeechTimeline } from '../../domain/speech/speech-timeline.ts'
import type { Accent } from './accents.ts'
import type { Side } from './arm-pose.ts'
import type { Attitude } from './attitudes.ts'

/** Hands go to an attitude and stay there. Times are seconds. */
export interface Stroke {
  readonly attitude: Attitude
  /** The arm that does it, or both. */
  readonly arm: Side | 'both'
  /** Hands set out, and arrive with the stressed vowel. */
  readonly from: number
  readonly apex: number
  /** They go down to the desk then, unless the next stroke has begun. */
  readonly until: number
  readonly lowers: boolean
}

/** How often hands stress a word. */
interface Pace {
  /** Between the apexes of two strokes; a word that means something need not wait longer than `least`. */
  readonly least: number
  readonly low: number
  readonly high: number
  /** Hands stay so long where they are. */
  readonly hold: number
}

const PACES: Readonly<Record<Exclude<GesturesOption, 'none'>, Pace>> = {
  calm: { least: 2.7, low: 3.2, high: 4.6, hold: 2 },
  lively: { least: 2.45, low: 2.45, high: 3, hold: 1.6 },
}

/** Fingers count faster than hands say anything else. */
const COUNT_APART_SECONDS = 1.25

/** People lift their hands so long before the word (Ferré, 2010: about half a second), but for want of time faster. */
const RISE_SECONDS = 0.5
const SHORTEST_RISE_SECONDS = 0.34

/** Hands are seen at rest before they say anything. */
const FIRST_APEX_SECONDS = 0.9

/** Going down takes so long. */
export const LOWER_SECONDS = 0.55

/**
 * Hands that would be lifted again within this time stay up. With the rise it is no longer than drawing may look ahead
 * before the first cut (domain/picture/picture.ts).
 */
const STAY_UP_SECONDS = 0.38

/** An attitude is not repeated sooner. */
const NOT_AGAIN_SECONDS = 8.2

/** So long after they would like to, hands take any word. */
const PATIENCE_SECONDS = 0.9

/** What hands do with words that mean nothing to them. */
const FREE: readonly Attitude[] = ['soft', 'open', 'frame', 'chop', 'show', 'steeple', 'offer']

/**
 * What hands do over a speech, decided in the order of its words: what they do with a word depends on words before it
 * and on its own phrase. The same timeline and seed give the same strokes.
 */
export function strokesOf(timeline: SpeechTimeline, gestures: GesturesOption, seed: number): Stroke[] {
  if (gestures === 'none') return []
  const pace = PACES[gestures]
  const strokes: Stroke[] = []
  let next = FIRST_APEX_SECONDS
  for (const accent of accentsOf(timeline, seed ^ 0x1)) {
    const attitude = attitudeFor(accent, strokes, next, pace, seed)
    if (!attitude) continue
    const before = strokes.at(-1)
    const wish = accent.at - RISE_SECONDS
    const staysUp = before !== undefined && wish <= before.until + STAY_UP_SECONDS
    const free = before ? (staysUp ? before.apex : before.until + LOWER_SECONDS) : 0
    const from = Math.max(wish, free)
    if (accent.at - from < SHORTEST_RISE_SECONDS) continue
    if (before && staysUp) strokes[strokes.length - 1] = { ...before, until: from, lowers: false }
    const arm = armFor(attitude, strokes.length, seed)
    strokes.push({ attitude, arm, from, apex: accent.at, until: accent.at + pace.hold, lowers: true })
    next = accent.at + between(seed, strokes.length, pace.low, pace.high)
  }
  return strokes
}

/** So many strokes, counted ones too, are made in so many seconds at most. */
const MOST = { strokes: 5, seconds: 12 } as const

/** What hands say with a word: what it means, or something that they have not done for a while; null: nothing. */
function attitudeFor(
  { at, weight, means, counts }: Accent,
  strokes: readonly Stroke[],
  next: number,
  pace: Pace,
  seed: number,
): Attitude | null {
  const last = strokes.at(-1)?.apex ?? FIRST_APEX_SECONDS - pace.least
  if (at < last + (counts ? COUNT_APART_SECONDS : pace.least)) return null
  if (at < (strokes.at(-MOST.strokes)?.apex ?? -MOST.seconds) + MOST.seconds) return null
  const fresh = (list: readonly Attitude[]) => list.filter((attitude) => isFresh(attitude, at, strokes))
  const meant = fresh(means)
  if (meant.length === 0 && at < next + (weight >= 0.35 ? 0 : PATIENCE_SECONDS)) return null
  const choice = meant.length > 0 ? meant : fresh(FREE)
  return choice[Math.floor(chance(seed ^ 0x2, strokes.length) * choice.length)] ?? null
}

function isFresh(attitude: Attitude, at: number, strokes: readonly Stroke[]): boolean {
  const last = strokes.findLast((stroke) => stroke.attitude === attitude)
  return last === undefined || at - last.apex >= NOT_AGAIN_SECONDS
}

/** Who counts on one hand does not change it; otherwise now one, now the other. */
function armFor(attitude: Attitude, index: number, seed: number): Stroke['arm'] {
  if (ATTITUDES[attitude].arms === 'both') return 'both'
  const counts = COUNTING_ATTITUDES.has(attitude)
  return chance(seed ^ 0x3, counts ? 0 : index + 1) < 0.55 ? 'left' : 'right'
}

const COUNTING_ATTITUDES: ReadonlySet<Attitude> = new Set(['one', 'two', 'three', 'four', 'five'])
