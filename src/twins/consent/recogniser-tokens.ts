/** What a space is written as within tokens. */
const SPACE = '▁'

/** A length of more than this takes two bytes. */
const SHORT = 128

/** Reads the tokens of a recogniser: for each the length in one byte or two, and its UTF-8. */
export function readTokens(file: Buffer): Buffer[] {
  const tokens: Buffer[] = []
  for (let at = 0; at < file.length;) {
    let length = file[at] ?? 0
    at += 1
    if (length >= SHORT) {
      length = (file[at] ?? 0) * SHORT + length - SHORT
      at += 1
    }
    tokens.push(file.subarray(at, at + length))
    at += length
  }
  return tokens
}

/** The text that some tokens are; letters may be cut between two of them. */
export function tokenText(tokens: readonly Buffer[], ids: readonly number[]): string {
  const bytes = Buffer.concat(ids.flatMap((id) => tokens[id] ?? []))
  return bytes.toString('utf8').replaceAll(SPACE, ' ')
}
