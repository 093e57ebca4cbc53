import type { FinishSpeechRequest } from '../domain/speech/speech-job.ts'
import type { Phrase, TimeSpan } from './engines/engine.ts'
import type { Pcm } from './engines/wav.ts'

/** What the child processes of a speaker are asked to do (`child.ts`). */

/** Input of the task `say`; its output is an `Utterance`, or null when nothing could be said. */
export interface SayTask {
  readonly phrase: Phrase
  readonly voiceId: string
  /** Where the files of the voice's engine are; empty for an engine that needs none. */
  readonly folder: string
}

/** Input of the task `align`; its output is an `Utterance`, or null when nothing is heard. */
export interface AlignTask {
  readonly phrase: Phrase
  readonly sound: Pcm
  readonly words: readonly TimeSpan[] | null
}

/** Input of the task `finish`, which writes the files. */
export type FinishTask = FinishSpeechRequest

/** Input of the task `warmUp`. */
export interface WarmUpTask {
  /** Voices to speak with once, one of each engine that will be wanted. */
  readonly voices: readonly Omit<SayTask, 'phrase'>[]
}
