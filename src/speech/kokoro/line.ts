import { unstressed } from '../languages/ipa.ts'
import { SYMBOL_IDS, symbolsOf } from './symbols.ts'
import type { Mark, Phrase, PhraseWord } from '../engines/engine.ts'
import type { PronouncedWord } from '../languages/language.ts'

/** What the model takes at once: symbols, and for each of them what it belongs to. */
export interface Line {
  readonly ids: readonly number[]
  /** For each symbol the index in `phones`; null for marks and spaces, which are no sound. */
  readonly phoneOf: readonly (number | null)[]
  readonly phones: readonly LinePhone[]
  /** Where the line's words are among those of the phrase. */
  readonly firstWord: number
  readonly words: number
}

/** A phone and the word of the phrase it belongs to. */
export interface LinePhone {
  /** A sound in the IPA, without stress. */
  readonly phone: string
  readonly word: number
}

/**
 * Most symbols at once: some sixteen seconds. The model takes 510, but its memory grows with the length, by
 * 25 MB for each second.
 */
const LONGEST_LINE = 240

const SPACE = symbolId(' ')

/** A word ready to be put into a line. */
interface SpelledWord {
  readonly index: number
  readonly sounds: readonly string[]
  readonly ids: readonly { readonly id: number; readonly phone: number }[]
  readonly mark: Mark | null
  /** Said as one with the word before it, as the letters of an acronym are. */
  readonly joined: boolean
}

/**
 * Writes a phrase in the symbols of the model: in one line, or in several where it is too long, cut at
 * a rest if there is one.
 *
 * @param pronounced one entry for each word of the phrase.
 * @returns no line when nothing in the phrase has a sound.
 */
export function linesOf({ words, ending }: Phrase, pronounced: readonly PronouncedWord[]): Line[] {
  const spelled = words.flatMap((word, index) => spell(pronounced[index] ?? SILENT, index, word))
  const pieces = cut(spelled)
  return pieces.map((piece, index) => lineOf(piece, symbolId(index === pieces.length - 1 ? ending : ',')))
}

const SILENT: PronouncedWord = { sounds: [], joined: false }

function spell({ sounds, joined }: PronouncedWord, index: number, { mark }: PhraseWord): SpelledWord[] {
  const ids = symbolsOf(sounds)
  if (ids.length === 0) return []
  return [{ index, sounds, ids, mark, joined }]
}

function cut(words: readonly SpelledWord[]): SpelledWord[][] {
  const pieces: SpelledWord[][] = []
  let rest = words
  while (rest.length > 0) {
    const end = cutPoint(rest)
    pieces.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return pieces
}

function cutPoint(words: readonly SpelledWord[]): number {
  let length = 0
  let lastRest = 0
  for (const [index, word] of words.entries()) {
    length += word.ids.length + 2
    if (length > LONGEST_LINE) return lastRest || Math.max(1, index)
    if (word.mark !== null && length > LONGEST_LINE / 3) lastRest = index + 1
  }
  return words.length
}

function lineOf(words: readonly SpelledWord[], ending: number): Line {
  const ids: number[] = []
  const phoneOf: (number | null)[] = []
  const phones: LinePhone[] = []
  const write = (id: number, phone: number | null): void => {
    ids.push(id)
    phoneOf.push(phone)
  }
  for (const [place, word] of words.entries()) {
    if (place > 0 && !word.joined && words[place - 1]?.mark !== '(') write(SPACE, null)
    for (const { id, phone } of word.ids) write(id, phones.length + phone)
    phones.push(...word.sounds.map((sound) => ({ phone: unstressed(sound), word: word.index })))
    if (word.mark === null || place === words.length - 1) continue
    // A bracket opens before the next word, behind the space.
    if (word.mark === '(') write(SPACE, null)
    write(symbolId(word.mark), null)
  }
  write(ending, null)
  const firstWord = words[0]?.index ?? 0
  return { ids, phoneOf, phones, firstWord, words: (words.at(-1)?.index ?? firstWord) - firstWord + 1 }
}

function symbolId(symbol: string): number {
  return SYMBOL_IDS.get(symbol) ?? 0
}
