import { bareWord } from './accents.ts'
import { chance } from '../paint/noise.ts'
import type { SpeechTimeline, SpokenWord } from '../../domain/speech/speech-timeline.ts'

/** What a face says with a phrase. */
export type Mood = 'neutral' | 'warm' | 'earnest' | 'asking' | 'surprised'

/** A phrase's mood from its start on. Seconds. */
export interface MoodOfPhrase {
  readonly start: number
  readonly end: number
  readonly mood: Mood
}

/** English words that a face goes with. Other languages have the moods of their punctuation. */
const WORDS: readonly (readonly [Mood, string])[] = [
  [
    'surprised',
    'wow amazing incredible incredibly astonishing suddenly surprise surprising surprisingly unbelievable imagine',
  ],
  [
    'earnest',
    "must never sorry unfortunately careful carefully warning danger dangerous risk risks problem problems serious seriously loss losses lost fail fails failed failure wrong pain important urgent don't cannot can't",
  ],
  [
    'warm',
    'hello hi welcome thanks thank glad happy love loves lovely enjoy great good wonderful best friend friends together congratulations proud smile celebrate please everyone',
  ],
]

const MEANT: ReadonlyMap<string, Mood> = new Map(
  WORDS.flatMap(([mood, words]) => words.split(' ').map((word) => [word, mood] as const)),
)

/** So many phrases that say nothing of it are said warmly all the same. */
const WARM_SHARE = 0.3

/** The mood of each phrase of a timeline, in order. It depends on the words and marks of that phrase alone. */
export function moodsOf({ words, sentences }: SpeechTimeline, seed: number): MoodOfPhrase[] {
  let next = 0
  return sentences.map(({ start, end }, index) => {
    const from = next
    while (next < words.length && (words[next]?.start ?? 0) < end) next += 1
    return { start, end, mood: moodOf(words.slice(from, next), chance(seed, index)) }
  })
}

function moodOf(words: readonly SpokenWord[], luck: number): Mood {
  if (words.some(({ text }) => /[?？؟]/u.test(text))) return 'asking'
  const meant = new Set(words.map(({ text }) => MEANT.get(bareWord(text))))
  const named = WORDS.find(([mood]) => meant.has(mood))?.[0]
  if (named) return named
  if (words.some(({ text }) => /[!！]/u.test(text))) return 'warm'
  return luck < WARM_SHARE ? 'warm' : 'neutral'
}
