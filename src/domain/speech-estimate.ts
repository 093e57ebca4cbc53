import type { Pronunciation } from './pronunciation.ts'
import type { SpeechRequest } from './studio-job.ts'

/** The amount of speech in a script, counted without speaking it. */
export interface SpeechLoad {
  readonly vowels: number
  readonly consonants: number
  /** Words that carry a stress. */
  readonly words: number
  /** Unstressed words, such as articles. */
  readonly unstressed: number
  /** Short rests within phrases. */
  readonly pauses: number
  readonly phrases: number
  /** Letters that are spelled out, and consonant clusters that no language has. */
  readonly hardSounds: number
  /** Phrases of a single word, or without a stressed word. */
  readonly shortPhrases: number
  /** Number of different words. */
  readonly differentWords: number
  /** Rests between phrases and silence at both ends, in seconds: the same for every voice. */
  readonly silentSeconds: number
}

/** The seconds that a voice takes for each item. */
export type Pace = Readonly<
  Record<'vowels' | 'consonants' | 'words' | 'unstressed' | 'pauses' | 'phrases', number>
>

/** The estimated length of a speech, in seconds. */
export interface SpeechEstimate {
  /** The expected length. */
  readonly seconds: number
  /** The upper estimate in whole seconds, at least 1. This is reserved. */
  readonly atMostSeconds: number
}

/** The properties of a speech that are known before it is spoken. */
export interface ForeseenSpeech extends SpeechEstimate {
  /** Whether the script contains nothing that the voice can speak. */
  readonly isSilent: boolean
  /** The pronunciations that apply to words of the script. */
  readonly pronunciations: readonly Pronunciation[]
}

/** Estimates a speech without speaking it. */
export type EstimateSpeech = (speech: SpeechRequest) => ForeseenSpeech

const pace = (
  vowels: number,
  consonants: number,
  words: number,
  unstressed: number,
  pauses: number,
  phrases: number,
): Pace => ({ vowels, consonants, words, unstressed, pauses, phrases })

/**
 * Paces by voice, fitted by least squares to how long the scripts of `test/unit/speech/estimate-corpus.json`
 * take (docs/scripts.md, "Estimates"): `npm run estimate-corpus` measures and prints them.
 */
const PACES: ReadonlyMap<string, Pace> = new Map([
  ['flite:slt', pace(0.1195, 0.0447, 0.0435, -0.053, 0.2033, -0.0608)],
  ['flite:rms', pace(0.1382, 0.0438, 0.0603, -0.0366, 0.2082, -0.0572)],
  ['flite:awb', pace(0.1188, 0.0463, 0.0545, -0.0665, 0.2331, -0.0676)],
  ['kokoro:aria', pace(0.1346, 0.0297, 0.1035, -0.0347, 0.0104, 0.1189)],
  ['kokoro:miles', pace(0.1257, 0.0425, 0.1054, -0.0325, 0.0068, 0.0281)],
  ['kokoro:june', pace(0.1438, 0.0258, 0.097, -0.033, 0.0034, 0.1454)],
  ['kokoro:nora', pace(0.1568, 0.0328, 0.1245, -0.047, 0.0414, 0.0989)],
  ['kokoro:helen', pace(0.1497, 0.036, 0.1263, -0.0406, 0.0268, 0.0859)],
  ['kokoro:quinn', pace(0.1303, 0.0309, 0.1003, -0.0339, 0.0092, 0.0995)],
  ['kokoro:eric', pace(0.1224, 0.0379, 0.1015, -0.0311, 0.0046, 0.0516)],
  ['kokoro:owen', pace(0.135, 0.0412, 0.1174, -0.0343, 0.012, 0.0534)],
  ['kokoro:frank', pace(0.144, 0.0415, 0.1225, -0.0381, 0.0086, 0.063)],
])

/** For voices that have not been measured: as slow as the slowest measured voice. */
const UNKNOWN_PACE = pace(0.17, 0.05, 0.14, 0, 0.25, 0)

/** On top of the estimate, so that the real length is almost never above what is reserved. */
const RESERVE_MARGIN = 1.25

/**
 * An additional margin for scripts that repeat a few words. Errors about single words cancel out over a varied
 * script and add up over a uniform one. There is none from 36 different words on.
 */
const UNIFORM_MARGIN = 0.3
const VARIED_MARGIN = 0.05

/**
 * Items that take longer than the paces say, because the paces are fitted to sentences. Every script has a few of
 * them, which the margin covers; beyond that number each reserves this many more seconds.
 */
const SLOW = {
  hardSounds: { from: 20, seconds: 0.07 },
  shortPhrases: { from: 10, seconds: 0.4 },
  loneUnstressed: { from: 4, seconds: 0.12 },
} as const

/** Unstressed words are short next to a stressed one. Only this many for each stressed word are. */
const LEANING_ON_EACH = 1.5

function marginOf({ words, unstressed, differentWords }: SpeechLoad): number {
  const different = Math.max(1, differentWords)
  const repeated = Math.min(1, (words + unstressed) / different - 1)
  const uniform = UNIFORM_MARGIN / Math.sqrt(different) - VARIED_MARGIN
  return RESERVE_MARGIN + Math.max(0, repeated) * Math.max(0, uniform)
}

function slowSeconds({ hardSounds, shortPhrases, unstressed, words }: SpeechLoad): number {
  const counts = { hardSounds, shortPhrases, loneUnstressed: unstressed - words * LEANING_ON_EACH }
  const kinds = Object.keys(counts) as (keyof typeof counts)[]
  return kinds.reduce(
    (sum, kind) => sum + Math.max(0, counts[kind] - SLOW[kind].from) * SLOW[kind].seconds,
    0,
  )
}

/** How far speech may exceed the upper estimate before it is stopped: a share of it, plus seconds. */
const TOLERANCE = { share: 0.25, seconds: 3 } as const

/**
 * Seconds after which speech is stopped. The charge is never more than the reservation, so whatever is spoken far
 * beyond the estimate would be free (docs/scripts.md, "Estimates").
 */
export function mostSpokenSeconds(atMostSeconds: number): number {
  return atMostSeconds * (1 + TOLERANCE.share) + TOLERANCE.seconds
}

/** The pace of a voice, by kind of item. */
export function paceOf(voiceId: string): Pace {
  return PACES.get(voiceId) ?? UNKNOWN_PACE
}

/**
 * Estimates the length of a speech.
 *
 * @param load the amount of speech in its script.
 * @param voiceId engine voice such as `flite:slt`.
 */
export function estimateLength(load: SpeechLoad, voiceId: string): SpeechEstimate {
  const own = paceOf(voiceId)
  const seconds =
    load.silentSeconds +
    load.vowels * own.vowels +
    load.consonants * own.consonants +
    load.words * own.words +
    load.unstressed * own.unstressed +
    load.pauses * own.pauses +
    load.phrases * own.phrases
  return {
    seconds: Math.round(seconds * 10) / 10,
    atMostSeconds: Math.max(1, Math.ceil(seconds * marginOf(load) + slowSeconds(load))),
  }
}
