import { SYMBOLS } from '../lexicon.ts'
import { sayPieces } from './say-pieces.ts'
import type { Neighbours } from '../tokens.ts'

/** Characters of an address that are said; elsewhere they only separate. */
const ADDRESS_SIGNS = new Map([
  ['.', 'dot'],
  ['-', 'dash'],
  ['_', 'underscore'],
  [':', 'colon'],
  ['?', 'question mark'],
  ['&', 'and'],
  ['~', 'tilde'],
  ['#', 'hash'],
])

/** Endings of addresses and files that are letters rather than a word. */
const LETTERS =
  /^(?:ai|io|uk|us|eu|de|fr|es|it|ch|at|be|nl|ca|au|nz|ie|tv|edu|md|js|ts|py|go|rs|tsx|jsx|ini)$/iu

/** Whether a token is a link, an email address, a domain or the name of a file. */
export function isAddress(core: string): boolean {
  return (
    /^(?:https?:\/\/|ftp:\/\/|mailto:|www\.)/iu.test(core) ||
    /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/u.test(core) ||
    /^[a-z0-9][\w-]*(?:\.[\w-]+)*\.[a-z]{2,}(?:[/?#:]\S*)?$/iu.test(core) ||
    /^\.{0,2}\/(?:[\w.{}:-]+\/)*[\w.{}:-]+\/?$/u.test(core)
  )
}

/** An address as it is read out: `example dot com slash docs`. */
export function sayAddress(address: string, around: Neighbours): string {
  const parts = address
    .replace(/^(?:https?:\/\/|ftp:\/\/|mailto:)/iu, '')
    .replace(/\/$/u, '')
    .split(/([^\p{L}\p{M}\p{N}]+)/u)
  return parts
    .map((part, index) => {
      if (!/[\p{L}\p{N}]/u.test(part)) return saySigns(part)
      const isEnding = parts[index - 1] === '.' && LETTERS.test(part)
      return sayPieces(isEnding || isVowelless(part) ? part.toUpperCase() : part, around)
    })
    .join(' ')
}

function saySigns(signs: string): string {
  return Array.from(signs, (sign) => ADDRESS_SIGNS.get(sign) ?? SYMBOLS.get(sign) ?? '').join(' ')
}

/** `html`, `pdf`: nobody can say it but by its letters. `www` every engine knows. */
function isVowelless(part: string): boolean {
  return /^[b-df-hj-np-tvxz]{2,5}$/u.test(part)
}
