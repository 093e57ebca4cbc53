/**
 * The words of a speech, their times, and the mouth shapes. All times are seconds from the
 * start of the video; all arrays are in order of time.
 */
export interface SpeechTimeline {
  /** Length of the finished audio, and so of the video, in seconds. */
  readonly durationSeconds: number
  /** Present while more parts of the script are still to come: the timeline covers the beginning of the speech only. */
  readonly goesOn?: true
  readonly engine: SpeechEngineStamp
  /** The script's own words, each one exactly once, in the order of the script. */
  readonly words: readonly SpokenWord[]
  /** Stretches of the script spoken in one breath, for phrasing of gestures and captions. */
  readonly sentences: readonly SpokenSentence[]
  readonly phones: readonly Phone[]
  /** Mouth shapes without gaps, from 0 to `durationSeconds`. */
  readonly visemes: readonly VisemeCue[]
}

/** The beginning of a speech: the parts that have been spoken so far. */
export interface SpeechSoFar {
  /** The number of parts of the whole script. */
  readonly parts: number
  /** The spoken share of the script, by characters. */
  readonly share: number
  /** The timeline up to here; null until something is audible. */
  readonly timeline: SpeechTimeline | null
  /** The timeline is final up to this time, and completely after the last part. */
  readonly fixedSeconds: number
}

/** The speech engine and its version, for the provenance record. */
export interface SpeechEngineStamp {
  readonly id: string
  readonly version: string
  readonly voice: string
}

/** A range of the script (UTF-16 offsets, end exclusive) and the time at which it is spoken. */
export interface SpokenSpan {
  readonly charStart: number
  readonly charEnd: number
  readonly start: number
  readonly end: number
}

/** A stretch of the script spoken in one breath. */
export interface SpokenSentence extends SpokenSpan {
  /** Present where a passage begins: a paragraph, or a part of a long one. A picture may change there. */
  readonly opensPassage?: true
}

/** One white-space separated token of the script, as written. */
export interface SpokenWord extends SpokenSpan {
  readonly text: string
  /** The words that are spoken for it; empty when it is silent, such as an emoji. Absent when they are unknown. */
  readonly spoken?: string
  /** Present for a word after which a reader wants the next one, such as an article: no line of a caption ends with it. */
  readonly leadsOn?: true
}

/** The phone of a pause. */
export const PAUSE = 'pau'

/** One phone of the IPA, without stress, or `PAUSE`. */
export interface Phone {
  readonly phone: string
  readonly start: number
  readonly end: number
}

/** The fifteen mouth shapes of the Oculus set, which lip-sync tools share. */
export const VISEMES = [
  'sil',
  'PP',
  'FF',
  'TH',
  'DD',
  'kk',
  'CH',
  'SS',
  'nn',
  'RR',
  'aa',
  'E',
  'ih',
  'oh',
  'ou',
] as const

/** One of the fifteen mouth shapes. */
export type Viseme = (typeof VISEMES)[number]

/** A mouth shape and the time for which it is held. */
export interface VisemeCue {
  readonly viseme: Viseme
  readonly start: number
  readonly end: number
}
