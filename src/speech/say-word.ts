import { SOUNDS_LIKE, SPELLED_ACRONYMS, SYMBOLS, spelled } from './lexicon.ts'
import { quantity } from './numerals.ts'
import type { Neighbours } from './tokens.ts'

/** Characters of an address that are said; elsewhere they only separate. */
const ADDRESS_SIGNS = new Map([
  ['.', 'dot'],
  ['-', 'dash'],
  ['_', 'underscore'],
  [':', 'colon'],
  ['?', 'question mark'],
])

/** What is said for a token that is a word, a name, an address or a sign. */
export function sayWord(core: string, around: Neighbours): string {
  if (isDottedAcronym(core)) return spelled(core.replaceAll('.', ''))
  if (isAddress(core)) return sayAddress(core, around)
  const hashtag = /^#(?<tag>\p{L}.*)$/u.exec(core)?.groups?.['tag']
  if (hashtag !== undefined) return `hashtag ${sayPieces(hashtag, around)}`
  return sayPieces(core, around)
}

/** `U.S`, `a.m`, `Ph.D`: the last dot went with the punctuation. */
export function isDottedAcronym(core: string): boolean {
  return /^(?:\p{L}\.)+\p{L}$|^Ph\.D$/u.test(core)
}

function isAddress(core: string): boolean {
  return (
    /^(?:https?:\/\/|www\.)/iu.test(core) ||
    /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/u.test(core) ||
    /^[a-z0-9][\w-]*(?:\.[\w-]+)*\.[a-z]{2,}(?:[/?#:]\S*)?$/iu.test(core)
  )
}

function sayAddress(address: string, around: Neighbours): string {
  return address
    .replace(/^https?:\/\//iu, '')
    .split(/([^\p{L}\p{N}]+)/u)
    .map((part) =>
      /[\p{L}\p{N}]/u.test(part)
        ? sayPieces(part, around)
        : Array.from(part, (sign) => ADDRESS_SIGNS.get(sign) ?? SYMBOLS.get(sign) ?? '').join(' '),
    )
    .join(' ')
}

const PIECES = /[\p{L}\p{M}']+|\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?|[^\p{L}\p{M}']/gu

/** Words joined by hyphens or signs, camel case, letters with digits: piece by piece. */
function sayPieces(text: string, around: Neighbours): string {
  return (text.match(PIECES) ?? [])
    .map((piece) => {
      if (/^[0-9]/u.test(piece)) return quantity(piece)
      return /^[\p{L}']/u.test(piece) ? sayLetters(piece, around) : (SYMBOLS.get(piece) ?? '')
    })
    .join(' ')
}

function sayLetters(word: string, { allCapitals }: Neighbours): string {
  const known = SOUNDS_LIKE.get(word.toLowerCase())
  if (known !== undefined) return known
  if (allCapitals) return word
  const [, acronym = '', plural] = /^(\p{Lu}{2,})('?s)?$/u.exec(word) ?? []
  if (SPELLED_ACRONYMS.has(acronym)) return spelled(acronym) + (plural ? "'s" : '')
  if (plural) return `${acronym}'s`
  const camel = /^(?:Mc|Mac|O'|D')/u.test(word)
    ? null
    : word.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}']+|.+/gu)
  if (camel && camel.length > 1) return camel.map((hump) => sayHump(hump)).join(' ')
  return word
}

function sayHump(hump: string): string {
  return SPELLED_ACRONYMS.has(hump) || hump.length === 1
    ? spelled(hump)
    : (SOUNDS_LIKE.get(hump.toLowerCase()) ?? hump)
}
