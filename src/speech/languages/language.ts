import type { Mark, PhraseWord } from '../engines/engine.ts'

/**
 * What is known of a language: how a script in it is cut into sentences, put into words and pronounced.
 * `language-registry.ts` lists the languages.
 */
export interface Language {
  /** The primary language subtag of BCP 47, for example `en`. */
  readonly tag: string
  /** Cuts a script into sentences, which cover it without gaps. */
  sentencesOf(script: string): readonly Sentence[]
  /**
   * Prepares to read a script aloud.
   *
   * @returns a function that puts the white-space separated tokens of one sentence into words, one entry for each
   *   token: numbers, signs and abbreviations as they are said.
   */
  readerOf(script: string, reading: Reading): (tokens: readonly string[]) => readonly SpokenToken[]
  /** Whether a question of these words is one that is answered by yes or no, so that its end rises. */
  asksYesOrNo(words: readonly string[]): boolean
  /** Whether a reader wants the next word beside this one, as after an article: no line of a caption ends with it. */
  leadsOn(token: string): boolean
  /** The words that a text comes to when it is spoken by itself. */
  wordsSaid(text: string): readonly string[]
  /** How much there is to say in a word, for estimates: no dictionary is asked. */
  soundsOf(word: string): WordSounds
  /** How the words of a phrase are pronounced next to each other, one entry for each. */
  pronounce(words: readonly PhraseWord[]): Promise<readonly PronouncedWord[]>
}

/** A sentence of the script (UTF-16 offsets, end exclusive, white space around it included). */
export interface Sentence {
  readonly charStart: number
  readonly charEnd: number
  /** How many lines end after it: one at the end of a line, more at the end of a paragraph that an empty line follows. */
  readonly linesAfter: number
}

/** What is known of the reader when a script is read. */
export interface Reading {
  /** The voice's language, BCP 47: regions differ in dates, and a language without rules is read by another's. */
  readonly language: string
  /** How the account wants a word to be said, already in words; null when it says nothing about it. */
  pronunciation(word: string): string | null
}

/** What is pronounced for a token of the script. */
export interface SpokenToken {
  /** In letters and apostrophes of the language; empty when the token is silent, as an emoji is. */
  readonly words: readonly string[]
  /** The same for an engine that reads by itself: as in the script where that is said as it is written. */
  readonly written: string
  /** Where the script asks for a rest after the token; null where the voice goes on. */
  readonly mark: Mark | null
}

/** How much there is to say in a word. */
export interface WordSounds {
  readonly vowels: number
  readonly consonants: number
  /** How many of the sounds no pace is fitted to: see `SpeechLoad`. */
  readonly hard: number
  /** The name of a letter, which runs into the next: it takes its sounds and no more. */
  readonly isLetterName: boolean
  /** A word that carries no stress, and so is said in half the time. */
  readonly isUnstressed: boolean
}

/** How a word is pronounced in its phrase. */
export interface PronouncedWord {
  /** Sounds of the IPA, stress right before the vowel (`ˈaɪ`); none for a word that is silent. */
  readonly sounds: readonly string[]
  /** Said as one with the word before it, as the letters of an acronym are. */
  readonly joined: boolean
}
