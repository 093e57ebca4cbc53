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

/** Characters of a word. The longest word of a chemical catalogue is not a word for a script. */
export const LONGEST_PRONOUNCED_WORD = 60

/** Characters of what is said instead: some words, so that one entry cannot hide a script. */
export const LONGEST_SAY_AS = 120

/** One spelling for a word that can be written with the same letters in several ways. */
export function pronouncedWord(written: string): string {
  return written.normalize('NFC').replaceAll('’', "'")
}

/** Finds what is said for a word: the entry that is written exactly so, else the one in small letters. */
export type FindPronunciation = (word: string) => string | null

/** Looks words up in an account's pronunciations. */
export function pronunciationFinder(pronunciations: readonly Pronunciation[]): FindPronunciation {
  const sayAs = new Map(pronunciations.map((entry) => [pronouncedWord(entry.word), entry.sayAs]))
  if (sayAs.size === 0) return () => null
  return (word) => {
    const written = pronouncedWord(word)
    return sayAs.get(written) ?? sayAs.get(written.toLowerCase()) ?? null
  }
}

/** Whether a text can hold a word of these pronunciations; it need not say it as a word of its own. */
export function pronunciationsIn(
  script: string,
  pronunciations: readonly Pronunciation[],
): readonly Pronunciation[] {
  const text = pronouncedWord(script)
  const small = text.toLowerCase()
  return pronunciations.filter(({ word }) => {
    const written = pronouncedWord(word)
    return text.includes(written) || (written === written.toLowerCase() && small.includes(written))
  })
}
