import { cardinal, ordinal, year } from './numerals.ts'
import type { Neighbours } from './tokens.ts'

const VALUES = new Map(Object.entries({ I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 }))

const WELL_FORMED = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/u

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/u))

/** Rulers and popes, of whom there are several of a name. */
const RULERS = list(
  `alexander alfonso benedict boniface carl catherine charles christian clement constantine darius edward
  elizabeth ferdinand francis frederick george gregory gustav gustaf haakon harald henry innocent isabella ivan
  james john joseph julius leo leopold louis margaret mary maximilian mohammed napoleon nicholas olaf otto paul
  peter philip pius ptolemy ramesses ramses richard robert rudolf sixtus urban victor vittorio wilhelm william`,
)

/** What is counted in Roman numerals. */
const COUNTED = list(
  `act annex appendix article book bowl chapter class division episode figure grade group level
  mark no number op page part phase psalm round scene schedule season section stage step symphony table tier
  title type unit vol volume war`,
)

/** Sizes and other words that happen to be numerals. */
const NO_NUMERALS = list('XL XXL CD DC DIM DJ LCD MC MD MIX MM MIDI CV CIVIC ID IM DI DIV LI MILL')

/** Longer numerals are only years. */
const SHORTEST_YEAR = 5

/** A numeral in Roman letters where it is clear that it is one: `World War II`, `Henry VIII`; else null. */
export function sayRoman(core: string, around: Neighbours): string | null {
  const [, numeral = '', possessive = ''] = /^([IVXLCDM]+|[ivx]{2,5})('s)?$/u.exec(core) ?? []
  const isSmall = numeral !== numeral.toUpperCase()
  if (
    numeral === '' ||
    around.allCapitals ||
    !WELL_FORMED.test(numeral.toUpperCase()) ||
    NO_NUMERALS.has(numeral)
  )
    return null
  const value = romanValue(numeral)
  const before = around.previous.toLowerCase()
  if (COUNTED.has(before)) return isPronoun(numeral, around) && before !== 'war' ? null : cardinal(value)
  if (isSmall) return null
  if (RULERS.has(before)) return isPronoun(numeral, around) ? null : `the ${ordinal(value)}${possessive}`
  if (around.next.toLowerCase() === 'century') return ordinal(value)
  if (numeral.length >= SHORTEST_YEAR && numeral.startsWith('M')) return year(value)
  // A title such as `Rocky IV`; a single letter is more often a letter.
  return numeral.length > 1 && /^[IVX]+$/u.test(numeral) && /^\p{Lu}\p{Ll}/u.test(around.previous)
    ? cardinal(value)
    : null
}

/** `Elizabeth I know`, `in the part I like`: a word follows at once. */
function isPronoun(numeral: string, { next, tail }: Neighbours): boolean {
  return (
    numeral === 'I' && tail === '' && /^\p{Ll}/u.test(next) && !/^(?:of|and|was|is|ruled|in|to)$/u.test(next)
  )
}

/** What a numeral in Roman letters counts. */
export function romanValue(numeral: string): number {
  const values = Array.from(numeral.toUpperCase(), (letter) => VALUES.get(letter) ?? 0)
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0)
}
