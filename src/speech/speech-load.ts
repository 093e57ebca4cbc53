import { prepareScript } from './phrases.ts'
import { REST_SECONDS, SILENT_EDGES_SECONDS } from './timeline.ts'
import type { SpeechLoad } from '../domain/speech-estimate.ts'
import type { Reader } from './phrases.ts'

/** Counts what speaking a script comes to, without speaking it: for an estimate of its length. */
export function speechLoad(script: string, reader: Reader = {}): SpeechLoad {
  const { phrases } = prepareScript(script, reader)
  const words = phrases.flatMap(({ phrase }) => phrase.words)
  const rests = phrases.slice(0, -1).map(({ restAfter }) => REST_SECONDS[restAfter])
  return {
    vowels: sum(words.map(({ text }) => vowelsOf(text))),
    consonants: sum(words.map(({ text }) => consonantsOf(text))),
    words: words.filter(({ text }) => !isLetter(text) && !isUnstressed(text)).length,
    unstressed: words.filter(({ text }) => !isLetter(text) && isUnstressed(text)).length,
    pauses: words.filter(({ pauseAfter }) => pauseAfter).length,
    phrases: phrases.length,
    silentSeconds: SILENT_EDGES_SECONDS + sum(rests),
  }
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

/** `W` is the only letter whose name has more than one vowel. */
const VOWELS_OF_W = 3

/** Vowel sounds: groups of at most two vowels, but for a silent e at the end; `aaaah` is drawn out. */
function vowelsOf(word: string): number {
  const found = word.toLowerCase().match(/([aeiouy])\1{2,}|[aeiouy]{1,2}/gu) ?? []
  const groups = sum(found.map((group) => (group.length > 2 ? group.length : 1)))
  // Without a vowel it is spelled.
  if (groups === 0) return sum(Array.from(word, (letter) => (/w/iu.test(letter) ? VOWELS_OF_W : 1)))
  const silent = groups > 1 && /[^aeiouyl]es?$|[^aeiouydt]ed$/iu.test(word) ? 1 : 0
  return groups - silent
}

/** Consonant sounds: double letters and the like are one. */
function consonantsOf(word: string): number {
  // The names of letters have one at most that takes time.
  if (word.length === 1) return /[aeiou]/iu.test(word) ? 0 : 1
  return word.toLowerCase().match(/([b-df-hj-np-tv-xz])\1*(?:(?<=[cstpw])h|(?<=c)k)?/gu)?.length ?? 0
}
