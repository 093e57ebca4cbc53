import type { Phone } from '../../domain/speech-timeline.ts'

/**
 * What a speech engine must be able to do. The room around it finds out what is to be said, joins
 * what was said, shapes the mouth and sets the loudness; an engine only speaks.
 */
export interface SpeechEngine {
  /**
   * Speaks one phrase. The same phrase and voice give the same samples.
   *
   * @returns null when the engine finds nothing to pronounce in the phrase.
   */
  say(phrase: Phrase, voice: string): Promise<Utterance | null>
}

/** What is spoken in one breath: at most a sentence. */
export interface Phrase {
  readonly words: readonly PhraseWord[]
  /** How the voice comes to rest: a statement falls, a question rises, a comma stays open. */
  readonly ending: PhraseEnding
}

/** The punctuation a phrase can end with. */
export type PhraseEnding = '.' | '?' | '!' | ','

/** A word as it is pronounced: ASCII letters and apostrophes, numbers already in words. */
export interface PhraseWord {
  readonly text: string
  /**
   * What an engine that reads plain text by itself is given for it: the script's own writing where
   * that says the same. Empty when the word before stands for both; the same as `text` when absent.
   */
  readonly written?: string
  /** A comma, colon or dash follows. */
  readonly pauseAfter: boolean
}

/** When everything is heard in a spoken phrase. All times are seconds from its first sample. */
export interface TimedUtterance {
  readonly sampleRate: number
  /** Without gaps from the first sound to the last; `pau` within the phrase. */
  readonly phones: readonly Phone[]
  /** When each word of the phrase is heard, in order. */
  readonly words: readonly TimeSpan[]
}

/** A spoken phrase. */
export interface Utterance extends TimedUtterance {
  /** Mono, with a little of the silence around the speech. */
  readonly samples: Int16Array
}

/** From when to when, in seconds. */
export interface TimeSpan {
  readonly start: number
  readonly end: number
}
