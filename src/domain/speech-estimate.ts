import type { SpeakRequest } from './studio-job.ts'

/** What speaking a script comes to, counted without speaking it. */
export interface SpeechLoad {
  readonly vowels: number
  readonly consonants: number
  /** Words that carry a stress. */
  readonly words: number
  /** Words that carry none, such as articles. */
  readonly unstressed: number
  /** Short rests within phrases. */
  readonly pauses: number
  readonly phrases: number
  /** Rests between phrases and silence at both ends, in seconds: the same for every voice. */
  readonly silentSeconds: number
}

/** How long a voice takes for each, in seconds. */
export type Pace = Readonly<
  Record<'vowels' | 'consonants' | 'words' | 'unstressed' | 'pauses' | 'phrases', number>
>

/** How long a speech is expected to be, in seconds. */
export interface SpeechEstimate {
  /** What is expected. */
  readonly seconds: number
  /** Whole seconds that it will not exceed: what is reserved. At least 1. */
  readonly atMostSeconds: number
}

/** Says how long a speech will be, without speaking it. */
export type EstimateSpeech = (speech: Omit<SpeakRequest, 'audioFile'>) => SpeechEstimate

/**
 * Paces by voice, fitted by least squares to the lengths in `test/unit/speech/estimate-corpus.json`:
 * `npm run estimate-corpus` measures and prints them.
 */
const PACES: ReadonlyMap<string, Pace> = new Map([
  [
    'flite:slt',
    { vowels: 0.1034, consonants: 0.0561, words: 0.032, unstressed: -0.047, pauses: 0.198, phrases: -0.0459 },
  ],
  [
    'flite:rms',
    {
      vowels: 0.1108,
      consonants: 0.0599,
      words: 0.0514,
      unstressed: -0.0238,
      pauses: 0.2012,
      phrases: -0.0394,
    },
  ],
  [
    'flite:awb',
    {
      vowels: 0.0963,
      consonants: 0.0606,
      words: 0.0437,
      unstressed: -0.0569,
      pauses: 0.2255,
      phrases: -0.0492,
    },
  ],
])

/** For voices that nobody has measured: as slow as the slowest that was. */
const UNKNOWN_PACE: Pace = {
  vowels: 0.12,
  consonants: 0.065,
  words: 0.06,
  unstressed: 0,
  pauses: 0.25,
  phrases: 0,
}

/** On top of the estimate, so that the real length is almost never above what is reserved. */
const RESERVE_MARGIN = 1.2

/** How long a voice takes for each kind of sound. */
export function paceOf(voiceId: string): Pace {
  return PACES.get(voiceId) ?? UNKNOWN_PACE
}

/**
 * How long a speech will be.
 *
 * @param load what its script comes to.
 * @param voiceId engine voice such as `flite:slt`.
 */
export function estimateLength(load: SpeechLoad, voiceId: string): SpeechEstimate {
  const pace = paceOf(voiceId)
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
    atMostSeconds: Math.max(1, Math.ceil(seconds * RESERVE_MARGIN)),
  }
}
