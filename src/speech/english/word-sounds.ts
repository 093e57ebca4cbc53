import { isSpelledOut } from './spelled-out.ts'
import type { WordSounds } from '../languages/language.ts'

/** Words that carry no stress, and so are said in half the time. */
const UNSTRESSED = new Set(
  `a an and are as at be been but by can could do does for from had has have he her his i if in into is it its me my
  of on or our she so some than that the their them there they this to us was we were will with would you your`.split(
    /\s+/u,
  ),
)

const isUnstressed = (word: string): boolean => UNSTRESSED.has(word.toLowerCase())

/** The name of a letter, which runs into the next: it takes its sounds and no more. */
const isLetter = (word: string): boolean => /^(?:[B-HJ-Z]|ay)$/u.test(word)

type Sounds = Pick<WordSounds, 'vowels' | 'consonants' | 'hard'>

/** How much there is to say in a word, by its spelling alone. */
export function soundsOf(word: string): WordSounds {
  return { ...countSounds(word), isLetterName: isLetter(word), isUnstressed: isUnstressed(word) }
}

function countSounds(word: string): Sounds {
  if (word.length > 1 && !isSpelledOut(word)) {
    return {
      vowels: vowelsOf(word),
      consonants: consonantsOf(word),
      hard: isLetter(word) ? 1 : oddConsonantsOf(word),
    }
  }
  const names = Array.from(word.replaceAll("'", ''), soundsOfName)
  return {
    vowels: sum(names.map(({ vowels }) => vowels)),
    consonants: sum(names.map(({ consonants }) => consonants)),
    hard: names.length,
  }
}

/** The sounds of a letter's name: `W` is the only one with more than one vowel. */
function soundsOfName(letter: string): Omit<Sounds, 'hard'> {
  if (/w/iu.test(letter)) return { vowels: 3, consonants: 4 }
  if (/[qx]/iu.test(letter)) return { vowels: 1, consonants: 2 }
  return { vowels: 1, consonants: /[aeio]/iu.test(letter) ? 0 : 1 }
}

/**
 * Vowel sounds: groups of at most two vowels, but for a silent e at the end. In a row that is longer than in any
 * word, and in one of the same letter, as in `aaaah`, each is said.
 */
function vowelsOf(word: string): number {
  const found = word.toLowerCase().match(/[aeiouy]{5,}|([aeiouy])\1{2,}|[aeiouy]{1,2}/gu) ?? []
  const groups = sum(found.map((group) => (group.length > 2 ? group.length : 1)))
  const silent = groups > 1 && /[^aeiouyl]es?$|[^aeiouydt]ed$/iu.test(word) ? 1 : 0
  return groups - silent
}

/** Consonant sounds: double letters and the like are one. */
function consonantsOf(word: string): number {
  return word.toLowerCase().match(/([b-df-hj-np-tv-xz])\1?(?:(?<=[cstpw])h|(?<=c)k)?/gu)?.length ?? 0
}

/** Consonants in rows of four or more. */
function oddConsonantsOf(word: string): number {
  return sum((word.match(/[b-df-hj-np-tv-xz]{4,}/giu) ?? []).map((row) => row.length))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
