/** A white-space separated piece of the script, as written, and where it stands (UTF-16). */
export interface Token {
  readonly text: string
  readonly charStart: number
  readonly charEnd: number
}

/** What stands around a token, without the punctuation at its edges. */
export interface Neighbours {
  readonly previous: string
  readonly next: string
  /** The whole sentence is in capitals, so that capitals mean nothing. */
  readonly allCapitals: boolean
}

/** The tokens of a script, in order. */
export function tokensOf(script: string): Token[] {
  return [...script.matchAll(/\S+/gu)].map(({ 0: text, index }) => ({
    text,
    charStart: index,
    charEnd: index + text.length,
  }))
}
