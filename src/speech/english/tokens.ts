/** What stands around a token of a sentence, without the punctuation at its edges. */
export interface Neighbours {
  readonly previous: string
  readonly next: string
  /** The token so many places further on, or further back when negative; empty beyond the sentence. */
  at(offset: number): string
  /** The punctuation after the token itself. */
  readonly tail: string
  /** The whole sentence is in capitals, so that capitals mean nothing. */
  readonly allCapitals: boolean
  /** The sentence calculates: its dashes and slashes are minus and divided by. */
  readonly isSum: boolean
  /** 5/6/2024 is a day in June, as everywhere but in America. */
  readonly dayFirst: boolean
  /** Words of other scripts are spoken in Latin letters; else they stay silent. */
  readonly romanise: boolean
  /** How the account wants a word to be said; null when it says nothing about it. */
  pronunciation(word: string): string | null
}

/**
 * Where the marks at the end of a text begin: its length when it ends with none. Read from the end,
 * because a pattern that is tried from every mark inside a long text takes time with its square.
 *
 * @param mark fits one UTF-16 code unit.
 */
export function startOfTail(text: string, mark: RegExp): number {
  let at = text.length
  while (at > 0 && mark.test(text.charAt(at - 1))) at -= 1
  return at
}

/** What a pattern has found, by the names of its groups. */
export type Groups = Readonly<Record<string, string | undefined>>
