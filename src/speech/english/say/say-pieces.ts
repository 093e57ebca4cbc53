import { isInitialism, spelled } from '../acronyms.ts'
import { ARROWS, SOUNDS_LIKE, SYMBOLS } from '../lexicon.ts'
import { digits, quantity, year } from '../numerals.ts'
import { isForeign, sayForeign } from './say-foreign.ts'
import { sayCharacters } from './say-numeric.ts'
import type { Neighbours } from '../tokens.ts'

const PIECES = /[\p{L}\p{M}']+|\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?|[^\p{L}\p{M}']/gu

/** A row of digits among letters that is a number to copy rather than to count. */
const LONG_CODE = 4

/** Words joined by hyphens or signs, camel case, letters with digits: piece by piece. */
export function sayPieces(text: string, around: Neighbours): string {
  if (isFormula(text)) return sayFormula(text)
  if (isSerial(text)) return sayCharacters(text.replaceAll(/[^A-Za-z0-9]/gu, ''))
  const pieces = text.match(PIECES) ?? []
  return pieces
    .map((piece, index) => {
      if (/^\d/u.test(piece)) return sayDigits(piece, pieces[index - 1])
      return /^[\p{L}']/u.test(piece)
        ? sayLetters(piece, around)
        : saySign(piece, pieces[index - 1], pieces[index + 1], around)
    })
    .join(' ')
}

const ELEMENTS =
  'A[cglmrstu]|B[aehikr]?|C[adeflmnorsu]?|D[bsy]|E[rsu]|F[elmr]?|G[ade]|H[efgos]?|I[nr]?|Kr?|L[airuv]|M[cdgnot]|N[abdehiop]?|O[gs]?|P[abdmortu]?|R[abefghnu]|S[bcegimnr]?|T[abcehilms]|U|V|W|Xe|Yb?|Z[nr]'

/** The elements of chemistry, of which one has two letters. */
const FORMULA = new RegExp(`^(?=.*[A-Z][a-z])(?:(?:${ELEMENTS})\\d{0,2}){1,8}[²³]?[⁺+]?$`, 'u')

/** `C6H12O6`: without a letter in lower case it might be a serial number, but for these elements in this order. */
const ORGANIC = /^C\d{1,2}H\d{1,2}(?:[NOPS]\d{0,2}){0,3}$/u

/** `NaCl`, `CaCO3`, `Fe3+`: letters and numbers of a compound, and neither a word nor a name. */
function isFormula(text: string): boolean {
  if (ORGANIC.test(text)) return true
  if (!FORMULA.test(text)) return false
  return /[\d²³][+]$|[⁺]$/u.test(text) || (text.match(/[A-Z]/gu)?.length ?? 0) > 1
}

/** Letters one by one, and how many there are of each as a number. */
function sayFormula(text: string): string {
  const written = text.normalize('NFKC').match(/\d+|\p{L}|\+/gu) ?? []
  return written
    .map((part) => (part === '+' ? 'plus' : /^\d/u.test(part) ? quantity(part) : sayCharacters(part)))
    .join(' ')
}

/** Letters and digits mixed without a pattern: `A1B2C3`, `XK-48291-QZ`, a hash. */
export function isSerial(text: string): boolean {
  if (!/^(?=.*\d)(?=.*\p{L})[A-Za-z0-9-]{5,64}$/u.test(text)) return false
  const plain = text.replaceAll('-', '')
  if (!/^(?:[A-Z0-9]+|[a-f0-9]+)$/u.test(plain)) return false
  return (plain.match(/(?<=\d)\p{L}|(?<=\p{L})\d/gu)?.length ?? 0) > 1
}

/** Behind letters, longer numbers are read digit by digit: `BA2490`. */
function sayDigits(piece: string, before: string | undefined): string {
  if (before !== undefined && /^\p{Lu}{2}$/u.test(before) && /^(?:19|20)\d\d$/u.test(piece))
    return year(Number(piece))
  const behindLetters = before !== undefined && /\p{L}$/u.test(before)
  return behindLetters && piece.length >= LONG_CODE ? digits(piece) : quantity(piece)
}

const isNumeric = (piece: string | undefined): boolean => piece !== undefined && /\d$/u.test(piece)

/** In a sum, a dash between numbers is minus; a slash between capitals only separates. */
function saySign(
  sign: string,
  before: string | undefined,
  after: string | undefined,
  { isSum }: Neighbours,
): string {
  const betweenNumbers = isNumeric(before) && isNumeric(after)
  if (sign === '-' && isSum && isNumeric(after)) return 'minus'
  if (sign === '*' && betweenNumbers) return 'times'
  if (sign === '/' && isSum && betweenNumbers) return 'divided by'
  if (sign === '/' && [before, after].every((side) => side !== undefined && /^\p{Lu}+$/u.test(side)))
    return ''
  if (ARROWS.has(sign)) return before !== undefined && after !== undefined ? 'to' : ''
  return SYMBOLS.get(sign) ?? ''
}

/** Runs of one script; a Greek letter may stand in the middle of a formula. */
function scriptRuns(word: string): { text: string; foreign: boolean }[] {
  const runs: { text: string; foreign: boolean }[] = []
  for (const letter of word) {
    const foreign = isForeign(letter)
    const last = runs.at(-1)
    if (last?.foreign === foreign) last.text += letter
    else runs.push({ text: letter, foreign })
  }
  return runs
}

function sayLetters(word: string, around: Neighbours): string {
  const wanted = around.pronunciation(word)
  if (wanted !== null) return wanted
  if (!isForeign(word)) return sayLatin(word, around)
  return scriptRuns(word)
    .map(({ text, foreign }) => {
      if (!foreign) return sayLatin(text, around)
      return around.romanise ? sayForeign(text) : ''
    })
    .join(' ')
}

function sayLatin(word: string, { allCapitals }: Neighbours): string {
  const known = SOUNDS_LIKE.get(word.toLowerCase())
  if (known !== undefined) return known
  if (allCapitals) return word
  if (/^.+\p{Lu}/u.test(word) && /^[^AEIOUYaeiouy']{2,5}$/u.test(word)) return spelled(word)
  const [, acronym = '', plural] = /^(\p{Lu}{2,})('?s)?$/u.exec(word) ?? []
  if (isInitialism(acronym)) return spelled(acronym) + (plural ? "'s" : '')
  if (plural) return `${acronym}'s`
  const camel = /^(?:Mc|Mac|O'|D')/u.test(word)
    ? null
    : word.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}']+|.+/gu)
  if (camel && camel.length > 1) return camel.map((hump) => sayHump(hump)).join(' ')
  return word
}

function sayHump(hump: string): string {
  return isInitialism(hump) || hump.length === 1
    ? spelled(hump)
    : (SOUNDS_LIKE.get(hump.toLowerCase()) ?? hump)
}
