import { restSeconds } from './prosody/rests.ts'
import { SILENT_EDGES_SECONDS } from './timeline.ts'
import type { SpeechLoad } from '../domain/speech/speech-estimate.ts'
import type { Language, WordSounds } from './languages/language.ts'
import type { PreparedScript } from './phrases.ts'

interface CountedWord extends WordSounds {
  readonly text: string
}

/** Counts what speaking a script comes to, without speaking it: for an estimate of its length. */
export function speechLoad({ phrases }: PreparedScript, language: Language): SpeechLoad {
  const counted = phrases.map(({ phrase }) =>
    phrase.words.map(({ text }): CountedWord => ({ text, ...language.soundsOf(text) })),
  )
  const words = counted.flat()
  const isWeak = words.map(({ text, isUnstressed }, index) => isUnstressed && text !== words[index - 1]?.text)
  const rests = phrases.slice(0, -1).map(restSeconds)
  return {
    vowels: sum(words.map(({ vowels }) => vowels)),
    consonants: sum(words.map(({ consonants }) => consonants)),
    words: words.filter(({ isLetterName }, index) => !isLetterName && !isWeak[index]).length,
    unstressed: words.filter(({ isLetterName }, index) => !isLetterName && isWeak[index]).length,
    pauses: sum(phrases.map(({ phrase }) => phrase.words.filter(({ mark }) => mark !== null).length)),
    phrases: phrases.length,
    hardSounds: sum(words.map(({ hard }) => hard)),
    shortPhrases: counted.filter(isShort).length,
    differentWords: new Set(words.map(({ text }) => text.toLowerCase())).size,
    silentSeconds: SILENT_EDGES_SECONDS + sum(rests),
  }
}

function isShort(words: readonly CountedWord[]): boolean {
  return words.length === 1 || words.every(({ isLetterName, isUnstressed }) => isLetterName || isUnstressed)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
