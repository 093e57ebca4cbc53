import { chance } from '../paint/noise.ts'
import { stressedVowels } from './stressed-vowel.ts'
import type { SpeechTimeline, SpokenSpan, SpokenWord } from '../../domain/speech/speech-timeline.ts'
import type { Attitude } from './attitudes.ts'

/** A word that hands may stress. */
export interface Accent {
  /** The middle of its stressed vowel, in seconds. */
  readonly at: number
  /** How much it is stressed, 0 to 1. */
  readonly weight: number
  /** What hands say with it; empty: whatever they like. */
  readonly means: readonly Attitude[]
  /** It is counted on fingers. */
  readonly counts: boolean
}

/** Words that are counted on fingers. Numerals stand for themselves. */
const COUNTED: readonly (readonly [Attitude, string])[] = [
  ['one', 'one first firstly 1'],
  ['two', 'two second secondly 2'],
  ['three', 'three third thirdly 3'],
  ['four', 'four fourth fourthly 4'],
  ['five', 'five fifth fifthly 5'],
]

const NUMBER_WORDS =
  'ten dozen twenty thirty forty fifty hundred thousand million billion percent half quarter exactly precisely detail details'

/** English words that go with an attitude. Other languages have strokes without meanings. */
const MEANT: readonly (readonly [readonly Attitude[], string])[] = [
  [['pinch'], NUMBER_WORDS],
  [['stop'], "no not never none nothing without stop don't can't won't isn't aren't doesn't cannot"],
  [['frame'], 'all everything whole between big large huge size range complete both'],
  [['open', 'offer'], 'everyone everybody people together welcome hello thanks'],
  [['show', 'soft'], 'here look see example show new next'],
  [['heart'], 'glad believe love care hope proud thank myself ourselves'],
  [['chop'], 'must always need important key fact because clear certainly'],
  [['steeple'], 'think perhaps maybe therefore plan idea reason'],
]

const MEANINGS: ReadonlyMap<string, readonly Attitude[]> = new Map([
  ...MEANT.flatMap(([attitudes, words]) => words.split(' ').map((word) => [word, attitudes] as const)),
  ...COUNTED.flatMap(([attitude, words]) => words.split(' ').map((word) => [word, [attitude]] as const)),
])

const COUNTING = new Set(COUNTED.flatMap(([, words]) => words.split(' ')))

/** Before these words, "one" and "second" count nothing. */
const NOT_COUNTED_AFTER = new Set(['a', 'per', 'no', 'this', 'that', 'every', 'each', 'any', 'some'])

/** The words of a timeline that hands may stress, in order. Each depends on the words of its own phrase alone. */
export function accentsOf(timeline: SpeechTimeline, seed: number): Accent[] {
  const vowels = stressedVowels(timeline)
  const { words, sentences } = timeline
  const found: Accent[] = []
  let phrase = 0
  let before = ''
  for (const [index, word] of words.entries()) {
    while (phrase < sentences.length - 1 && word.start >= (sentences[phrase]?.end ?? 0)) phrase += 1
    const span = sentences[phrase]
    const bare = bareWord(word.text)
    const isFirst = span !== undefined && word.start <= span.start + 1e-3
    const means = meaningOf(bare, word, isFirst, before)
    before = bare
    const weight = weightOf(word, bare, means.length > 0, chance(seed, index))
    if (weight === 0) continue
    const asks = span !== undefined && isQuestion(words, span)
    const counts = COUNTING.has(bare) && means.length > 0
    const at = vowels[index] ?? word.start
    found.push({ at, weight, means: asks && !counts ? ['offer'] : means, counts })
  }
  return found
}

/** In lower case, without what stands around it; a straight apostrophe. */
export function bareWord(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
}

const NOTHING_MEANT: readonly Attitude[] = []

function meaningOf(
  bare: string,
  { text }: SpokenWord,
  isFirst: boolean,
  before: string,
): readonly Attitude[] {
  if (COUNTING.has(bare)) {
    const isSet = isFirst || bare !== 'one' || /[,:;!]$/u.test(text)
    const counts = isSet && !NOT_COUNTED_AFTER.has(before)
    return counts ? (MEANINGS.get(bare) ?? NOTHING_MEANT) : NOTHING_MEANT
  }
  if (/\p{N}/u.test(bare)) return ['pinch']
  return MEANINGS.get(bare) ?? NOTHING_MEANT
}

/** Words that carry the grammar are short, and are stressed only where they mean something. */
function weightOf({ text, spoken }: SpokenWord, bare: string, isMeant: boolean, luck: number): number {
  if (bare === '' || spoken === '') return 0
  if (isMeant) return 0.7 + luck * 0.3
  if (/[!?]/u.test(text)) return 0.6 + luck * 0.3
  const letters = bare.length
  if (letters >= 7) return 0.5 + luck * 0.4
  if (letters >= 4) return 0.25 + luck * 0.4
  return 0.1
}

/** Whether a phrase is asked: its last word says so. */
function isQuestion(words: readonly SpokenWord[], { start, end }: SpokenSpan): boolean {
  const last = words.findLast((word) => word.start >= start - 1e-3 && word.start < end)
  return last !== undefined && /\?/u.test(last.text)
}
