import anyAscii from 'any-ascii'
import { GREEK_LETTERS } from '../lexicon.ts'

const FOREIGN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u

/** Scripts that leave most vowels to the reader. */
const WITHOUT_VOWELS = /[\p{Script=Hebrew}\p{Script=Arabic}]/u

/** Whether a character belongs to a script that an English voice cannot read. */
export function isForeign(letter: string): boolean {
  return FOREIGN.test(letter)
}

/**
 * Letters of another script as someone reads them out in English: a Greek letter by its name, words
 * in Latin letters. Chinese characters are read in Mandarin, as they say nothing of their sound.
 */
export function sayForeign(letters: string): string {
  const name = GREEK_LETTERS.get(letters.toLowerCase())
  if (name !== undefined) return name
  const latin = anyAscii(letters).replaceAll(/(?<=[a-z])(?=[A-Z])/gu, ' ')
  return WITHOUT_VOWELS.test(letters)
    ? latin.toLowerCase().replaceAll(/([bcdfghjklmnpqrstvwxyz])(?=[bcdfghjklmnpqrstvwxyz])/gu, '$1a')
    : latin
}
