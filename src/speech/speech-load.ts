import { isSpelledOut } from './english/spelled-out.ts'
import { REST_SECONDS, SILENT_EDGES_SECONDS } from './timeline.ts'
import type { SpeechLoad } from '../domain/speech-estimate.ts'
import type { Phrase } from './engines/engine.ts'
import type { PreparedScript } from './english/phrases.ts'

/** Counts what speaking a script comes to, without speaking it: for an estimate of its length. */
export function speechLoad({ phrases }: PreparedScript): SpeechLoad {
  const words = phrases.flatMap(({ phrase }) => phrase.words)
  const sounds = words.map(({ text }) => soundsOf(text))
  const isNamed = words.map(({ text }) => isLetter(text))
  const isWeak = words.map(({ text }, index) => isUnstressed(text) && text !== words[index - 1]?.text)
  const rests = phrases.slice(0, -1).map(({ restAfter }) => REST_SECONDS[restAfter])
  return {
    vowels: sum(sounds.map(({ vowels }) => vowels)),
    consonants: sum(sounds.map(({ consonants }) => consonants)),
    words: words.filter((_, index) => !isNamed[index] && !isWeak[index]).length,
    unstressed: words.filter((_, index) => !isNamed[index] && isWeak[index]).length,
    pauses: words.filter(({ pauseAfter }) => pauseAfter).length,
    phrases: phrases.length,
    hardSounds: sum(sounds.map(({ hard }) => hard)),
    shortPhrases: phrases.filter(({ phrase }) => isShort(phrase)).length,
    differentWords: new Set(words.map(({ text }) => text.toLowerCase())).size,
    silentSeconds: SILENT_EDGES_SECONDS + sum(rests),
  }
}

function isShort({ words }: Phrase): boolean {
  return words.length === 1 || words.every(({ text }) => isLetter(text) || isUnstressed(text))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

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

/** Sounds of a word. */
interface Sounds {
  readonly vowels: number
  readonly consonants: number
  /** How many of them no pace is fitted to: see `SpeechLoad`. */
  readonly hard: number
}

function soundsOf(word: string): Sounds {
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
