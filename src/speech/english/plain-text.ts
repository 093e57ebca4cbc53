import anyAscii from 'any-ascii'
import { romanValue } from './roman.ts'
import { startOfTail } from './tokens.ts'

/** Fractions with a character of their own, which a compatibility decomposition would glue to the digit before. */
const FRACTIONS = /[¼½¾⅐-⅞]/gu

/** Nearly every token is plain already: printable ASCII but the backtick. */
const PRINTABLE = /^[!-_a-~]*$/u

/** Raised digits behind something they can be a power of. */
const POWERS = /(?<=[\p{L}\p{N})])[⁻⁰¹²³⁴-⁹]+/gu

/**
 * One spelling for each character: no control, formatting or joining characters, plain quotes and
 * minus signs, full-width and styled letters and the digits of all scripts made ordinary.
 */
export function plain(token: string): string {
  if (PRINTABLE.test(token)) return token
  return token
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\uFE0E\uFE0F\u20E3]/gu, '')
    .replaceAll(/[™®℠]/gu, '')
    .replaceAll('№', '#')
    .replaceAll('⁄', '/')
    .replaceAll(/[Ⅰ-ⅿ]+/gu, (numeral) => String(romanValue(numeral.normalize('NFKC'))))
    .replaceAll(/[①-⒛⓪-⓿❶-➓]/gu, (digit) => `${digit} `)
    .replaceAll(/(?<=\d)º/gu, '°')
    .replaceAll(POWERS, (power) => (/^[²³]$/u.test(power) ? power : `^${power.normalize('NFKC')}`))
    .replaceAll(FRACTIONS, (fraction) => ` ${fraction.normalize('NFKC').replace('⁄', '/')}`)
    .replaceAll(/[^²³]+/gu, (run) => run.normalize('NFKC'))
    .replaceAll(/(?![0-9])\p{Nd}/gu, anyAscii)
    .replaceAll(/[’ʼ`´]/gu, "'")
    .replaceAll('″', '"')
    .replaceAll('′', "'")
    .replaceAll(/[−‐‑]/gu, '-')
    .trim()
}

/** Letters that no decomposition takes apart. */
const LIGATURES = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'th'],
  ['þ', 'th'],
  ['ı', 'i'],
  ['ħ', 'h'],
  ['ŋ', 'ng'],
])

/** Longer words are no words; pieces of this length keep an engine's memory and time in bounds. */
const LONGEST_WORD = 40

const PIECES = new RegExp(`.{1,${LONGEST_WORD}}`, 'gu')

/** The words of a text in ASCII letters and apostrophes: accents off, anything else out. */
export function pronounceable(spoken: string): string[] {
  if (WORD.test(spoken)) return [spoken]
  return unaccented(spoken)
    .replaceAll(/[^A-Za-z']+/gu, ' ')
    .split(' ')
    .map((word) => word.slice(0, startOfTail(word, /'/u)).replace(/^'+/u, ''))
    .filter((word) => word !== '')
    .flatMap((word) => word.match(PIECES) ?? [])
}

const WORD = new RegExp(`^[A-Za-z]{1,${LONGEST_WORD}}$`, 'u')

function unaccented(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæœøłđðþıħŋ]/giu, (char) => LIGATURES.get(char.toLowerCase()) ?? '')
}
