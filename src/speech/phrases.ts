import { pronunciationFinder } from '../domain/speech/pronunciation.ts'
import { languageOf } from './language-registry.ts'
import { withMelody } from './prosody/melody.ts'
import { withPassages } from './prosody/passages.ts'
import type { Pronunciation } from '../domain/speech/pronunciation.ts'
import type { Phrase, PhraseEnding, PhraseWord } from './engines/engine.ts'
import type { Rest } from './prosody/rests.ts'
import type { Language, Reading, Sentence, SpokenToken } from './languages/language.ts'

/**
 * Most characters an engine gets at once. Sentences beyond are cut: engines need memory and time
 * out of proportion for them, and a listener needs the breath.
 */
const LONGEST_PHRASE = 300

/** A white-space separated piece of the script, as written, and where it stands (UTF-16). */
export interface Token {
  readonly text: string
  readonly charStart: number
  readonly charEnd: number
  /** Present where captions keep it beside the next one (`Language.leadsOn`). */
  readonly leadsOn?: true
}

/** A phrase and where it comes from in the script. */
export interface ScriptPhrase {
  readonly phrase: Phrase
  /** For each word of the phrase, the index of the script's token it belongs to. */
  readonly tokenOfWord: readonly number[]
  /** The rest that the script asks for before the next phrase. */
  readonly restAfter: Rest
  /** Present where a passage of the script begins (`SpokenSentence.opensPassage`). */
  readonly opensPassage?: true
}

/** A script made ready for an engine. */
export interface PreparedScript {
  readonly tokens: readonly Token[]
  readonly phrases: readonly ScriptPhrase[]
  /** Those of the reader's pronunciations that were used. */
  readonly pronounced: readonly Pronunciation[]
}

/** The voice that reads a script, and what its account wants said differently. */
export interface Reader {
  /** BCP 47; American English unless told. */
  readonly language?: string
  readonly pronunciations?: readonly Pronunciation[]
}

/** A word to be spoken and the token it comes from. */
interface PlacedWord extends Required<PhraseWord> {
  readonly token: number
  /** Tokens behind it that are silent by the rules of the language. */
  readonly alsoWritten: string[]
}

type ReadSentence = ReturnType<Language['readerOf']>

/**
 * Cuts a script into tokens and phrases. Sentences without anything to pronounce have no phrase.
 *
 * @param rules of the language that the script is read in; those of the reader's language when absent.
 */
export function prepareScript(
  script: string,
  { language = 'en-US', pronunciations = [] }: Reader = {},
  rules: Language = languageOf(language),
): PreparedScript {
  const pronounced = new Map<Pronunciation, string>()
  const pronunciation = pronunciationBy(rules, pronunciations, pronounced)
  const read = rules.readerOf(script, { language, pronunciation })
  const tokens = tokensOf(script, rules)
  const phrases: ScriptPhrase[] = []
  let from = 0
  for (const sentence of rules.sentencesOf(script)) {
    let to = from
    while (to < tokens.length && (tokens[to]?.charStart ?? 0) < sentence.charEnd) to += 1
    const rest = restBehind(tokens.slice(from, to), sentence, tokens[to])
    // One by one: a long sentence has more phrases than a call may have arguments.
    for (const phrase of phrasesOf(tokens.slice(from, to), from, rest, read)) phrases.push(phrase)
    from = to
  }
  return { tokens, phrases: withMelody(withPassages(phrases), rules), pronounced: [...pronounced.keys()] }
}

/** The tokens of a script, in order. */
function tokensOf(script: string, rules: Language): Token[] {
  return [...script.matchAll(/\S+/gu)].map(({ 0: text, index }) => ({
    text,
    charStart: index,
    charEnd: index + text.length,
    ...(rules.leadsOn(text) && { leadsOn: true as const }),
  }))
}

/**
 * How the account wants words to be said.
 *
 * @param pronounced is given what each pronunciation that is used comes to; each is read once.
 */
function pronunciationBy(
  rules: Language,
  pronunciations: readonly Pronunciation[],
  pronounced: Map<Pronunciation, string>,
): Reading['pronunciation'] {
  const find = pronunciationFinder(pronunciations)
  return (word) => {
    const entry = find(word)
    if (entry === null) return null
    // Read like any script, so that numbers and initials in it are said.
    const said = pronounced.get(entry) ?? rules.wordsSaid(entry.sayAs).join(' ')
    pronounced.set(entry, said)
    return said
  }
}

function phrasesOf(
  tokens: readonly Token[],
  firstToken: number,
  rest: Rest,
  read: ReadSentence,
): ScriptPhrase[] {
  const texts = tokens.map((token) => token.text)
  const words: PlacedWord[] = []
  for (const [index, spoken] of read(texts).entries()) {
    for (const word of placeWords(spoken, firstToken + index)) words.push(word)
    // What is silent by these rules may say something in the reader's own language.
    if (spoken.words.length === 0 && spoken.written !== '') words.at(-1)?.alsoWritten.push(spoken.written)
  }
  const ending = rest === 'item' ? endingOfItem(tokens) : endingOf(tokens)
  const pieces = cutLong(words)
  return pieces.map((piece, index) => {
    const isLast = index === pieces.length - 1
    return {
      phrase: {
        words: piece.map(({ text, written, alsoWritten, mark }) => ({
          text,
          written: [written, ...alsoWritten].join(' ').trim(),
          mark,
        })),
        ending: isLast ? ending : ',',
      },
      tokenOfWord: piece.map((word) => word.token),
      restAfter: isLast ? rest : 'phrase',
    }
  })
}

/** A token's writing goes to its first word, unless it is so long that it may have to be cut. */
function placeWords({ words, written, mark }: SpokenToken, token: number): PlacedWord[] {
  const isWhole = Math.max(written.length, words.join(' ').length) <= LONGEST_PHRASE / 3
  return words.map((text, index) => ({
    text,
    written: !isWhole ? text : index === 0 ? written : '',
    alsoWritten: [],
    token,
    mark: index === words.length - 1 ? mark : null,
  }))
}

/** What the item of a list begins with: a bullet, a number or a letter. */
const ITEM = /^(?:[-*•‣·–]|\(?(?:\d{1,2}|\p{L})[.)])$/u

/** How long a voice rests after a sentence. @param next the token that the next one begins with. */
function restBehind(tokens: readonly Token[], { linesAfter }: Sentence, next: Token | undefined): Rest {
  // `1.` before what it numbers.
  if (linesAfter === 0 && tokens.length === 1 && ITEM.test(tokens[0]?.text ?? '')) return 'phrase'
  if (linesAfter === 0) return endingOf(tokens) === '?' ? 'question' : 'sentence'
  const isItem =
    linesAfter === 1 && (ITEM.test(next?.text ?? '') || !/[.!?…:]\P{L}*$/u.test(tokens.at(-1)?.text ?? ''))
  return isItem ? 'item' : 'paragraph'
}

/** An item that is no sentence stays open, so that the next one is expected. */
function endingOfItem(tokens: readonly Token[]): PhraseEnding {
  return /[.!?][^\p{L}\p{N}.!?]*$/u.test(tokens.at(-1)?.text ?? '') ? endingOf(tokens) : ','
}

function endingOf(tokens: readonly Token[]): PhraseEnding {
  const end = /[.!?](?=[^\p{L}\p{N}.!?]*$)/u.exec(tokens.at(-1)?.text ?? '')?.[0]
  return end === '?' || end === '!' ? end : '.'
}

/** Cuts where the script rests, if that leaves a piece of some length; else between words. */
function cutLong(words: readonly PlacedWord[]): PlacedWord[][] {
  const pieces: PlacedWord[][] = []
  let from = 0
  while (from < words.length) {
    const to = cutPoint(words, from)
    pieces.push(words.slice(from, to))
    from = to
  }
  return pieces
}

function cutPoint(words: readonly PlacedWord[], from: number): number {
  let length = 0
  let lastRest = 0
  for (let index = from; index < words.length; index += 1) {
    length += (words[index]?.text.length ?? 0) + 1
    if (length > LONGEST_PHRASE) return lastRest || wordStart(words, from, index)
    if ((words[index]?.mark ?? null) !== null && length > LONGEST_PHRASE / 3) lastRest = index + 1
  }
  return words.length
}

/** A cut in the middle of a token moves to its start, if the piece begins before it. */
function wordStart(words: readonly PlacedWord[], from: number, index: number): number {
  let start = index
  while (start > from && words[start]?.written === '') start -= 1
  return start > from ? start : Math.max(from + 1, index)
}
