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

const pace = (
  vowels: number,
  consonants: number,
  words: number,
  unstressed: number,
  pauses: number,
  phrases: number,
): Pace => ({ vowels, consonants, words, unstressed, pauses, phrases })

/**
 * Paces by voice, fitted by least squares to the lengths in `test/unit/speech/estimate-corpus.json`:
 * `npm run estimate-corpus` measures and prints them.
 */
const PACES: ReadonlyMap<string, Pace> = new Map([
  ['flite:slt', pace(0.1195, 0.0447, 0.0435, -0.053, 0.2033, -0.0608)],
  ['flite:rms', pace(0.1382, 0.0438, 0.0603, -0.0366, 0.2082, -0.0572)],
  ['flite:awb', pace(0.1188, 0.0463, 0.0545, -0.0665, 0.2331, -0.0676)],
  ['kokoro:aria', pace(0.1415, 0.0314, 0.1077, -0.0265, 0.0162, -0.0063)],
  ['kokoro:miles', pace(0.1325, 0.0443, 0.1102, -0.025, 0.0118, -0.0945)],
  ['kokoro:june', pace(0.1513, 0.0279, 0.1003, -0.0244, 0.0086, 0.0031)],
  ['kokoro:nora', pace(0.164, 0.0342, 0.1297, -0.0398, 0.0491, -0.0164)],
  ['kokoro:helen', pace(0.1565, 0.0374, 0.1316, -0.0332, 0.034, -0.0259)],
  ['kokoro:quinn', pace(0.137, 0.0324, 0.1049, -0.0263, 0.0152, -0.0221)],
  ['kokoro:eric', pace(0.1291, 0.0395, 0.1061, -0.0236, 0.0096, -0.0702)],
  ['kokoro:owen', pace(0.1416, 0.0429, 0.1226, -0.0269, 0.018, -0.0608)],
  ['kokoro:frank', pace(0.1504, 0.0432, 0.1279, -0.0308, 0.0154, -0.046)],
])

/** For voices that nobody has measured: as slow as the slowest that was. */
const UNKNOWN_PACE = pace(0.17, 0.05, 0.14, 0, 0.25, 0)

/** On top of the estimate, so that the real length is almost never above what is reserved. */
const RESERVE_MARGIN = 1.25

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
    atMostSeconds: Math.max(1, Math.ceil(seconds * RESERVE_MARGIN)),
  }
}
