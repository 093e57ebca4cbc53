import { held, sentenceStarts, strokeAt, turns } from './beats.ts'
import { between, chance, easeInOut } from '../paint/noise.ts'
import type { SpeechTimeline, SpokenSpan } from '../../domain/speech/speech-timeline.ts'
import type { Stress } from './beats.ts'

/** How a presenter holds the upper body at one moment. */
export interface Bearing {
  /** Both shoulders up: 0 at rest to 1 shrugged; a breath is about a quarter. */
  readonly raise: number
  /** One shoulder down: -1 the left one to 1 the right one. */
  readonly slope: number
  /** 0 upright to 1 leaning towards the viewer, as if the camera came nearer. */
  readonly near: number
}

/** Between two ways of leaning: sooner looks restless. */
const LEAN_APART = { low: 3.8, high: 8 }
const LEAN_SECONDS = 1.25

/** Between two gestures of the shoulders. */
const GESTURE_APART_SECONDS = 2.6

/** A gesture begins a little before the words that it goes with, as people do it. */
const GESTURE_LEADS_SECONDS = 0.12

interface Gesture extends Stress {
  readonly kind: 'shrug' | 'left' | 'right'
}

/** What shoulders and torso do at the starts of phrases, as a pure function of the moment. */
export function gestures(
  timeline: SpeechTimeline,
  stressed: readonly Stress[],
  seed: number,
): (seconds: number) => Bearing {
  const { sentences } = timeline
  const leans = turns(sentenceStarts(sentences, LEAN_APART, seed ^ 0x1), LEAN_SECONDS, (index) =>
    // Near and far by turns, never by the same amount.
    index % 2 === 0 ? between(seed, index, 0.45, 1) : between(seed, index, 0, 0.3),
  )
  const strokes = strokesOf(sentences, stressed, seed)
  return (seconds) => {
    const [from, to, share] = held(leans, seconds, 0)
    const shoulder = (kind: Gesture['kind'], rise: number, fall: number) =>
      strokeAt(strokes, seconds, rise, fall, (stroke) => (stroke.kind === kind ? stroke.weight : 0))
    return {
      raise: breathAt(sentences, seconds) * 0.26 + shoulder('shrug', 0.24, 0.6),
      slope: shoulder('right', 0.3, 0.8) - shoulder('left', 0.3, 0.8),
      near: from + (to - from) * share,
    }
  }
}

/** Gestures at the starts of sentences and at the strongest words, no two of a kind in a row. */
function strokesOf(sentences: readonly SpokenSpan[], stressed: readonly Stress[], seed: number): Gesture[] {
  const starts = sentences.map(({ start }) => ({ at: start, weight: 0.6 }))
  const words = stressed.filter(({ weight }) => weight > 0.72)
  const moments = [...starts, ...words].toSorted((a, b) => a.at - b.at)
  const kinds: readonly Gesture['kind'][] = ['left', 'right', 'shrug']
  const found: Gesture[] = []
  let kind = Math.floor(chance(seed, 700) * kinds.length)
  for (const [index, { at, weight }] of moments.entries()) {
    if (at < (found.at(-1)?.at ?? -GESTURE_APART_SECONDS) + GESTURE_APART_SECONDS) continue
    if (chance(seed, 800 + index) < 0.25) continue
    kind = (kind + 1 + Math.floor(chance(seed, 900 + index) * 2)) % kinds.length
    found.push({
      at: at - GESTURE_LEADS_SECONDS,
      weight: weight * between(seed, 1000 + index, 0.55, 1.1),
      browsUp: false,
      kind: kinds[kind] ?? 'shrug',
    })
  }
  return found
}

/** In before a sentence, out while it is said. */
const INHALE_SECONDS = 0.42
const LONGEST_EXHALE_SECONDS = 4.5

function breathAt(sentences: readonly SpokenSpan[], seconds: number): number {
  let most = 0
  for (const { start, end } of sentences) {
    if (seconds < start - INHALE_SECONDS) break
    const exhale = Math.min(LONGEST_EXHALE_SECONDS, Math.max(0.8, end - start))
    const air = easeInOut((seconds - start + INHALE_SECONDS) / INHALE_SECONDS)
    most = Math.max(most, air * (1 - easeInOut((seconds - start) / exhale)))
  }
  return most
}
