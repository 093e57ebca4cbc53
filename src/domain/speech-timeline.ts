/**
 * What was said, when, and what the mouth does meanwhile. All times are seconds from the
 * start of the video; all arrays are in order of time.
 */
export interface SpeechTimeline {
  /** Length of the finished audio, and so of the video, in seconds. */
  readonly durationSeconds: number
  readonly engine: SpeechEngineStamp
  /** The script's own words, each one exactly once, in the order of the script. */
  readonly words: readonly SpokenWord[]
  /** Stretches of the script spoken in one breath, for phrasing of gestures and captions. */
  readonly sentences: readonly SpokenSpan[]
  readonly phones: readonly Phone[]
  /** Mouth shapes without gaps, from 0 to `durationSeconds`. */
  readonly visemes: readonly VisemeCue[]
}

/** A speech as far as it is spoken: some of its parts, from the first on. */
export interface SpeechSoFar {
  /** Of the whole script. */
  readonly parts: number
  /** Share of the script, by characters, that the spoken parts are. */
  readonly share: number
  /** As if the speech ended with what is spoken so far; null as long as nothing is heard. */
  readonly timeline: SpeechTimeline | null
  /** Up to here nothing in the timeline changes any more; all of it after the last part. */
  readonly settledSeconds: number
}

/** Which engine spoke, so that a file can prove how it was made. */
export interface SpeechEngineStamp {
  readonly id: string
  readonly version: string
  readonly voice: string
}

/** A stretch of the script (UTF-16 offsets, end exclusive) and when it is heard. */
export interface SpokenSpan {
  readonly charStart: number
  readonly charEnd: number
  readonly start: number
  readonly end: number
}

/** One white-space separated token of the script, as written. */
export interface SpokenWord extends SpokenSpan {
  readonly text: string
  /** What was said for it, in words: empty when it is silent, as an emoji is. Absent where nobody knows. */
  readonly spoken?: string
}

/** One phone of the ARPAbet (lower case, `pau` for a pause). */
export interface Phone {
  readonly phone: string
  readonly start: number
  readonly end: number
}

/** The fifteen mouth shapes of the Oculus set, the common tongue of lip sync. */
export type Viseme =
  | 'sil'
  | 'PP'
  | 'FF'
  | 'TH'
  | 'DD'
  | 'kk'
  | 'CH'
  | 'SS'
  | 'nn'
  | 'RR'
  | 'aa'
  | 'E'
  | 'ih'
  | 'oh'
  | 'ou'

/** A mouth shape and when it is held. */
export interface VisemeCue {
  readonly viseme: Viseme
  readonly start: number
  readonly end: number
}
