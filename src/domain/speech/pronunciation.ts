import type { FieldProblem } from '../error/errors.ts'

/** The pronunciation of a word in the scripts of an account. */
export interface Pronunciation {
  /** The word to match: case-insensitive if it is all lower case, otherwise exact. */
  readonly word: string
  /** The text to speak instead, spelled so that a reader of the script's language pronounces it correctly. */
  readonly sayAs: string
}

/** A stored pronunciation. */
export interface KeptPronunciation extends Pronunciation {
  readonly updatedAt: Date
}

/** Maximum number of pronunciations per account: more than the names and terms of a large company. */
export const MOST_PRONUNCIATIONS = 1000

/** Maximum Unicode code points of a word. Scripts hardly repeat longer words. */
export const LONGEST_PRONOUNCED_WORD = 60

/** Maximum Unicode code points of the spoken text; `MOST_SAID` limits the words that it expands to. */
export const LONGEST_SAY_AS = 120

/** Punctuation around a word belongs to the sentence, so no word of a script ever has it. */
const PUNCTUATED = /^["'“”‘’«»„()[\]{}*_¡¿•–—|-]|[.,;:!?…"'“”‘’«»()[\]{}*_–—|-]$/u

/** Why a text cannot be a word of a script, or null when it can. */
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

/** Why a text cannot be spoken instead of a word, or null when it can. */
export function sayAsProblem(sayAs: string): FieldProblem | null {
  return SAYABLE.test(sayAs)
    ? null
    : invalid('Spell the pronunciation in Latin letters, as a reader of your script would say it.')
}

/** Normalizes a word, so that spellings that look the same are equal. */
export function pronouncedWord(written: string): string {
  return written.normalize('NFKC').replaceAll(/[’ʼ]/gu, "'")
}

/** Creates a lookup by word: the entry with exactly this spelling, or else the one in lower case, or else null. */
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

/** Maximum length of a pronunciation when it is spoken: enough for a long name or term, but not for a sentence. */
const MOST_SAID = { words: 12, letters: 150 } as const

/**
 * Why a pronunciation is too long to speak, or null when it is not. Symbols and digits expand to words, `√` to three of
 * them, so the written length is no limit.
 *
 * @param words the words that are spoken for it.
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
