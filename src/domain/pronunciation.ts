import type { FieldProblem } from './errors.ts'

/** How an account wants a word of its scripts to be said. */
export interface Pronunciation {
  /** As scripts write it: in small letters it is meant however it is written, with capitals only so. */
  readonly word: string
  /** What is said instead: words that any reader of English says right. */
  readonly sayAs: string
}

/** A pronunciation that is kept. */
export interface KeptPronunciation extends Pronunciation {
  readonly updatedAt: Date
}

/** Pronunciations of one account: more than the names and terms of a large company. */
export const MOST_PRONUNCIATIONS = 1000

/** Unicode code points of a word. What is longer is no word that a script repeats. */
export const LONGEST_PRONOUNCED_WORD = 60

/** Unicode code points of what is said instead; what it comes to is bounded by `MOST_SAID`. */
export const LONGEST_SAY_AS = 120

/** Punctuation around a word belongs to the sentence, so no word of a script ever has it. */
const PUNCTUATED = /^["'“”‘’«»„()[\]{}*_¡¿•–—|-]|[.,;:!?…"'“”‘’«»()[\]{}*_–—|-]$/u

/** What makes a text no word that a script can hold, or null when nothing does. */
export function pronouncedWordProblem(word: string): FieldProblem | null {
  if (!word.isWellFormed() || /[\s\p{Cc}\p{Cf}]/u.test(word))
    return invalid('Send a single word, without white space or invisible characters.')
  if (!/[\p{L}\p{N}\p{S}]/u.test(word)) return invalid('The word must contain a letter, a digit or a symbol.')
  if (PUNCTUATED.test(word))
    return invalid('Remove the punctuation at the start and end of the word: words are matched without it.')
  if (Array.from(pronouncedWord(word)).length > LONGEST_PRONOUNCED_WORD) {
    const message = `At most ${LONGEST_PRONOUNCED_WORD} characters.`
    return { code: 'too_long', message, limit: LONGEST_PRONOUNCED_WORD }
  }
  return null
}

/** A Latin letter or a digit, as patterns of JSON Schema can say it too. */
export const SAYABLE = /[0-9A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ]/u

/** What makes a text nothing that can be said instead of a word, or null when nothing does. */
export function sayAsProblem(sayAs: string): FieldProblem | null {
  return SAYABLE.test(sayAs)
    ? null
    : invalid('Spell the pronunciation in Latin letters, as an English reader would say it.')
}

/** One spelling for a word that can be written in several ways that look the same. */
export function pronouncedWord(written: string): string {
  return written.normalize('NFKC').replaceAll(/[’ʼ]/gu, "'")
}

/** Looks words up: the entry that is written exactly so, else the one in small letters; null when neither. */
export function pronunciationFinder(
  pronunciations: readonly Pronunciation[],
): (word: string) => Pronunciation | null {
  const entries = new Map(pronunciations.map((entry) => [pronouncedWord(entry.word), entry]))
  if (entries.size === 0) return () => null
  return (word) => {
    const written = pronouncedWord(word)
    return entries.get(written) ?? entries.get(written.toLowerCase()) ?? null
  }
}

/** What a pronunciation may come to when it is spoken: a long name or term, and no sentence. */
const MOST_SAID = { words: 12, letters: 150 } as const

/**
 * What makes a pronunciation too long to say, or null when nothing does. Signs and digits come to words: `√` is
 * three of them, so the written length bounds nothing.
 *
 * @param words what is spoken for it.
 */
export function saidProblem(words: readonly string[]): FieldProblem | null {
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  if (words.length <= MOST_SAID.words && letters <= MOST_SAID.letters) return null
  const message =
    `The pronunciation has ${words.length} spoken words with ${letters} letters. The maximum is ` +
    `${MOST_SAID.words} words and ${MOST_SAID.letters} letters.`
  return { code: 'too_long', message, limit: MOST_SAID.words }
}

function invalid(message: string): FieldProblem {
  return { code: 'invalid', message }
}
