import { sentencesOf } from './sentences.ts'
import { tokensOf } from './tokens.ts'
import { verbalise } from './verbalise.ts'
import type { Phrase, PhraseEnding } from './engine.ts'
import type { Sentence } from './sentences.ts'
import type { SpokenToken } from './verbalise.ts'
import type { Token } from './tokens.ts'

/**
 * Most characters an engine gets at once. Sentences beyond are cut: engines need memory and time
 * out of proportion for them, and a listener needs the breath.
 */
const LONGEST_PHRASE = 300

/** A phrase and where it comes from in the script. */
export interface ScriptPhrase {
  readonly phrase: Phrase
  /** For each word of the phrase, the index of the script's token it belongs to. */
  readonly tokenOfWord: readonly number[]
  /** The rest that the script asks for before the next phrase. */
  readonly restAfter: Rest
}

/** Rests between phrases: inside a sentence, after one, after a line or paragraph. */
export type Rest = 'phrase' | 'sentence' | 'paragraph'

/** A script made ready for an engine. */
export interface PreparedScript {
  readonly tokens: readonly Token[]
  readonly phrases: readonly ScriptPhrase[]
}

/** A word to be spoken and the token it comes from. */
interface PlacedWord {
  readonly text: string
  readonly token: number
  readonly pauseAfter: boolean
}

/** Cuts a script into tokens and phrases. Sentences without anything to pronounce have no phrase. */
export function prepareScript(script: string): PreparedScript {
  const tokens = tokensOf(script)
  const phrases: ScriptPhrase[] = []
  let from = 0
  for (const sentence of sentencesOf(script)) {
    let to = from
    while (to < tokens.length && (tokens[to]?.charStart ?? 0) < sentence.charEnd) to += 1
    phrases.push(...phrasesOf(tokens.slice(from, to), from, sentence))
    from = to
  }
  return { tokens, phrases }
}

function phrasesOf(tokens: readonly Token[], firstToken: number, sentence: Sentence): ScriptPhrase[] {
  const words = verbalise(tokens.map((token) => token.text)).flatMap((spoken, index) =>
    placeWords(spoken, firstToken + index),
  )
  const ending = endingOf(tokens)
  const pieces = cutLong(words)
  return pieces.map((piece, index) => {
    const isLast = index === pieces.length - 1
    return {
      phrase: {
        words: piece.map(({ text, pauseAfter }) => ({ text, pauseAfter })),
        ending: isLast ? ending : ',',
      },
      tokenOfWord: piece.map((word) => word.token),
      restAfter: !isLast ? 'phrase' : sentence.endsLine ? 'paragraph' : 'sentence',
    }
  })
}

function placeWords({ words, pauseAfter }: SpokenToken, token: number): PlacedWord[] {
  return words.map((text, index) => ({ text, token, pauseAfter: pauseAfter && index === words.length - 1 }))
}

function endingOf(tokens: readonly Token[]): PhraseEnding {
  const end = /[.!?](?=[^\p{L}\p{N}.!?]*$)/u.exec(tokens.at(-1)?.text ?? '')?.[0]
  return end === '?' || end === '!' ? end : '.'
}

/** Cuts where the script rests, if that leaves a piece of some length; else between words. */
function cutLong(words: readonly PlacedWord[]): PlacedWord[][] {
  const pieces: PlacedWord[][] = []
  let rest = words
  while (rest.length > 0) {
    const cut = cutPoint(rest)
    pieces.push(rest.slice(0, cut))
    rest = rest.slice(cut)
  }
  return pieces
}

function cutPoint(words: readonly PlacedWord[]): number {
  let length = 0
  let lastRest = 0
  for (const [index, word] of words.entries()) {
    length += word.text.length + 1
    if (length > LONGEST_PHRASE) return lastRest || Math.max(1, index)
    if (word.pauseAfter && length > LONGEST_PHRASE / 3) lastRest = index + 1
  }
  return words.length
}
