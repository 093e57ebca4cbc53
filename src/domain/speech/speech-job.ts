import type { Pronunciation } from './pronunciation.ts'

/**
 * Jobs for speech. Like those for drawing, they are plain data, so that they can cross processes and programming languages.
 */

/** A script to speak, and the engine voice that speaks it. */
export interface SpeechRequest {
  readonly script: string
  /** Engine voice such as `flite:slt`. */
  readonly voiceId: string
  /** The account's pronunciations that apply. Default: none. */
  readonly pronunciations?: readonly Pronunciation[]
  /** Seconds after which speaking is aborted. Default: no limit. */
  readonly mostSeconds?: number
  /** What is said in which part, as it was decided before. Default: what this release of the service decides. */
  readonly plan?: ScriptPlan
}

/**
 * What is said of a script, and in which part: JSON of a form that only speakers know. Rules for reading change from
 * release to release, so whoever has the parts of a script spoken at different times keeps one plan for all of them.
 */
export type ScriptPlan = string

/** One part of a script, and the file for its speech. */
export interface SpeakPartRequest extends SpeechRequest {
  /** From 0. */
  readonly part: number
  readonly partFile: string
}

/** When everything is heard in one spoken part, without its sound: JSON of a form that only speakers know. */
export type PartTimes = string

/** The spoken parts of a script, from the first one on; none before it. */
export interface SpokenPartsRequest extends SpeechRequest {
  readonly times: readonly PartTimes[]
}

/** All parts of a script, and the files for their sound. */
export interface FinishSpeechRequest {
  readonly partFiles: readonly string[]
  /** WAV, 48 kHz, mono, 16 bit. Default: none is written. */
  readonly audioFile?: string
  /** The sound of the video: AAC in MP4. */
  readonly soundFile: string
  /** Whether the voice is heard in a small room, as a person is who was filmed in one. Default: it is not. */
  readonly inSmallRoom?: boolean
}
