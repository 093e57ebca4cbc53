import { between, chance, easeInOut } from '../paint/noise.ts'
import type { SpeechTimeline, SpokenSpan, SpokenWord } from '../../domain/speech/speech-timeline.ts'

/** A word said with weight: the head nods, now and then the brows go up. */
export interface Stress {
  readonly at: number
  /** 0 to 1. */
  readonly weight: number
  readonly browsUp: boolean
}

/** A turn to a new attitude that is then held: animators call it a moving hold. */
export interface Turn<Target> {
  readonly at: number
  readonly seconds: number
  readonly target: Target
}

/** Stressed words are at least so far apart, or the head would shake. */
const STRESS_DISTANCE_SECONDS = 0.75

/** The words of a timeline that are said with weight: long ones, exclaimed or asked ones. */
export function stresses(timeline: SpeechTimeline, seed: number): Stress[] {
  const found: Stress[] = []
  let last = -STRESS_DISTANCE_SECONDS
  for (const [index, word] of timeline.words.entries()) {
    const weight = stressOf(word, chance(seed, index))
    if (weight === 0 || word.start < last + STRESS_DISTANCE_SECONDS) continue
    found.push({ at: word.start, weight, browsUp: chance(seed, index + 5000) < 0.45 + weight * 0.2 })
    last = word.start
  }
  return found
}

function stressOf({ text }: SpokenWord, luck: number): number {
  if (/[!?]/u.test(text)) return 0.7 + luck * 0.3
  const letters = text.replaceAll(/[^\p{L}\p{N}]/gu, '').length
  if (letters >= 8) return luck < 0.75 ? 0.5 + luck * 0.6 : 0
  if (letters >= 5) return luck < 0.4 ? 0.3 + luck : 0
  return 0
}

/**
 * Sentence starts to lean or turn the body at.
 *
 * @param apart least and most seconds between two of them; where in between is left to chance, or
 *   sentences of one length would be accompanied like a march.
 */
export function sentenceStarts(
  sentences: readonly SpokenSpan[],
  apart: { readonly low: number; readonly high: number },
  seed: number,
): number[] {
  const times: number[] = []
  let earliest = 0
  for (const { start } of sentences) {
    if (start < earliest) continue
    times.push(start)
    earliest = start + between(seed, times.length, apart.low, apart.high)
  }
  return times
}

/** Gives each moment a length that ends before the next one begins, and a target. */
export function turns<Target>(
  times: readonly number[],
  seconds: number,
  target: (index: number) => Target,
): Turn<Target>[] {
  return times.map((at, index) => ({
    at,
    seconds: Math.min(seconds, (times[index + 1] ?? Number.POSITIVE_INFINITY) - at),
    target: target(index),
  }))
}

/** The target left, the target gone to, and how far on the way. */
export function held<Target>(
  list: readonly Turn<Target>[],
  seconds: number,
  home: Target,
): [from: Target, to: Target, share: number] {
  const index = list.findLastIndex(({ at }) => at <= seconds)
  const turn = list[index]
  if (!turn) return [home, home, 0]
  return [list[index - 1]?.target ?? home, turn.target, easeInOut((seconds - turn.at) / turn.seconds)]
}

/** The sum of strokes at a moment: each rises, then falls. Times are seconds. */
export function strokeAt<Stroke extends { readonly at: number }>(
  strokes: readonly Stroke[],
  seconds: number,
  rise: number,
  fall: number,
  height: (stroke: Stroke) => number,
): number {
  let sum = 0
  for (const stroke of strokes) {
    const since = seconds - stroke.at
    if (since <= 0 || since >= rise + fall) continue
    const share = since < rise ? easeInOut(since / rise) : 1 - easeInOut((since - rise) / fall)
    sum += share * height(stroke)
  }
  return sum
}
