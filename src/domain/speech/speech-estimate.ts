import type { Pronunciation } from './pronunciation.ts'
import type { SpeechRequest } from './speech-job.ts'

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

/**
 * The seconds that a voice takes for each item: fitted by least squares to the lengths of the scripts of
 * `test/unit/speech/estimate-corpus.json` (docs/scripts.md, "Estimates").
 */
export type Pace = Readonly<
  Record<'vowels' | 'consonants' | 'words' | 'unstressed' | 'pauses' | 'phrases', number>
>

/** The estimated length of a speech, in seconds. */
export interface SpeechEstimate {
  /** The expected length. */
  readonly seconds: number
  /** The upper estimate in whole seconds, at least 1. This is reserved, as far as it remains. */
  readonly atMostSeconds: number
}

/** The properties of a speech that are known before it is spoken. */
export interface ForeseenSpeech extends SpeechEstimate {
  /** Whether the script contains nothing that the voice can speak. */
  readonly isSilent: boolean
  /** The pronunciations that apply to words of the script. */
  readonly pronunciations: readonly Pronunciation[]
}

/** A speech that is expected to take so long is spoken in several parts (docs/adr/0021). */
export const LONG_SPEECH_SECONDS = 15

/** Estimates a speech without speaking it. */
export type EstimateSpeech = (speech: SpeechRequest) => ForeseenSpeech

/** For voices that have not been measured: as slow as the slowest measured voice. */
export const UNKNOWN_PACE: Pace = {
  vowels: 0.17,
  consonants: 0.05,
  words: 0.14,
  unstressed: 0,
  pauses: 0.25,
  phrases: 0,
}

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

/**
 * Estimates the length of a speech.
 *
 * @param load the amount of speech in its script.
 * @param pace the pace of its voice; `UNKNOWN_PACE` for one that has not been measured.
 */
export function estimateLength(load: SpeechLoad, pace: Pace): SpeechEstimate {
  const seconds =
    load.silentSeconds +
    load.vowels * pace.vowels +
    load.consonants * pace.consonants +
    load.words * pace.words +
    load.unstressed * pace.unstressed +
    load.pauses * pace.pauses +
    load.phrases * pace.phrases
  return {
    seconds: Math.round(seconds * 10) / 10,
    atMostSeconds: Math.max(1, Math.ceil(seconds * marginOf(load) + slowSeconds(load))),
  }
}
