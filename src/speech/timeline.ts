import { visemesOf } from './visemes.ts'
import { PAUSE } from '../domain/speech/speech-timeline.ts'
import type {
  Phone,
  SpeechEngineStamp,
  SpeechTimeline,
  SpokenSentence,
  SpokenWord,
} from '../domain/speech/speech-timeline.ts'
import type { TimedUtterance, TimeSpan, Utterance } from './engines/engine.ts'
import { restSeconds } from './prosody/rests.ts'
import type { ScriptPhrase, Token } from './phrases.ts'
import type { Pcm } from './engines/wav.ts'

/** Silence before the first sound: the presenter is seen before speaking. */
const LEAD_IN_SECONDS = 0.25

/** Silence after the last sound, so that the video does not end in the middle of a movement. */
const TAIL_SECONDS = 0.4

/** Silence that is there whatever is said. */
export const SILENT_EDGES_SECONDS = LEAD_IN_SECONDS + TAIL_SECONDS

/** Lengths are whole steps of this, so that they are a whole number of samples at 48 kHz. */
const LENGTH_STEPS_PER_SECOND = 100

/** Times are kept to a tenth of a millisecond: finer than a sample at 8 kHz, short in JSON. */
const TIME_DIGITS = 4

/** When a phrase that an engine has spoken is heard. */
export interface TimedPhrase {
  readonly source: ScriptPhrase
  readonly utterance: TimedUtterance
}

/** A phrase that an engine has spoken. */
export interface SpokenPhrase extends TimedPhrase {
  readonly utterance: Utterance
}

/** A phrase with the sample it starts at. */
type Placed<Phrase extends TimedPhrase> = Phrase & { readonly firstSample: number }

type PlacedPhrase = Placed<TimedPhrase>

/** When everything is heard in spoken phrases, of which there is at least one, with rests between them. */
export function joinTimeline(
  tokens: readonly Token[],
  spoken: readonly TimedPhrase[],
  engine: SpeechEngineStamp,
): SpeechTimeline {
  const sampleRate = rateOf(spoken)
  const { placed, durationSeconds } = place(spoken, sampleRate)
  const phones = allPhones(placed, sampleRate, durationSeconds)
  return {
    durationSeconds,
    engine,
    words: wordsOf(tokens, tokenSpans(placed, sampleRate), spokenFor(spoken)),
    sentences: placed.map((phrase) => sentenceOf(phrase, tokens, sampleRate)),
    phones,
    visemes: visemesOf(phones).map(rounded),
  }
}

/** The sound of spoken phrases, as long as their timeline says. */
export function joinSound(spoken: readonly SpokenPhrase[]): Pcm {
  const sampleRate = rateOf(spoken)
  const { placed, durationSeconds } = place(spoken, sampleRate)
  const samples = new Int16Array(Math.round(durationSeconds * sampleRate))
  for (const { utterance, firstSample } of placed) mixIn(samples, utterance.samples, firstSample)
  return { samples, sampleRate }
}

function rateOf(spoken: readonly TimedPhrase[]): number {
  return spoken[0]?.utterance.sampleRate ?? 0
}

/** Utterances bring some silence along at both ends; it counts as part of the rest. */
function place<Phrase extends TimedPhrase>(
  spoken: readonly Phrase[],
  sampleRate: number,
): { placed: Placed<Phrase>[]; durationSeconds: number } {
  let speechStart = LEAD_IN_SECONDS
  let speechEnd = speechStart
  const placed = spoken.map((phrase) => {
    const { phones } = phrase.utterance
    const firstSample = Math.round((speechStart - (phones[0]?.start ?? 0)) * sampleRate)
    speechEnd = firstSample / sampleRate + (phones.at(-1)?.end ?? 0)
    speechStart = speechEnd + restSeconds(phrase.source)
    return { ...phrase, firstSample }
  })
  const steps = Math.ceil((speechEnd + TAIL_SECONDS) * LENGTH_STEPS_PER_SECOND)
  return { placed, durationSeconds: steps / LENGTH_STEPS_PER_SECOND }
}

function mixIn(samples: Int16Array, part: Int16Array, firstSample: number): void {
  for (const [index, sample] of part.entries()) samples[firstSample + index] = sample
}

function at(span: TimeSpan, firstSample: number, sampleRate: number): TimeSpan {
  const shift = firstSample / sampleRate
  return rounded({ start: span.start + shift, end: span.end + shift })
}

function rounded<Span extends TimeSpan>(span: Span): Span {
  return { ...span, start: roundTime(span.start), end: roundTime(span.end) }
}

function roundTime(seconds: number): number {
  return Number(seconds.toFixed(TIME_DIGITS))
}

/** The phones of all phrases with pauses in between, without gaps from 0 to the end. */
function allPhones(placed: readonly PlacedPhrase[], sampleRate: number, durationSeconds: number): Phone[] {
  const phones: Phone[] = []
  let end = 0
  const add = (phone: Phone): void => {
    if (phone.start > end) phones.push({ phone: PAUSE, start: end, end: phone.start })
    phones.push({ ...phone, start: Math.max(end, phone.start) })
    end = phone.end
  }
  for (const { utterance, firstSample } of placed)
    for (const phone of utterance.phones) add({ ...phone, ...at(phone, firstSample, sampleRate) })
  phones.push({ phone: PAUSE, start: end, end: durationSeconds })
  return phones
}

/** When each spoken token is heard: from its first word to its last, also across a rest. */
function tokenSpans(placed: readonly PlacedPhrase[], sampleRate: number): Map<number, TimeSpan> {
  const spans = new Map<number, TimeSpan>()
  for (const { source, utterance, firstSample } of placed)
    for (const [index, token] of source.tokenOfWord.entries()) {
      const heard = utterance.words[index]
      if (!heard) continue
      const { start, end } = at(heard, firstSample, sampleRate)
      spans.set(token, { start: spans.get(token)?.start ?? start, end })
    }
  return spans
}

/** What was said for each token that is not silent. */
function spokenFor(phrases: readonly TimedPhrase[]): Map<number, string> {
  const spoken = new Map<number, string>()
  for (const { source } of phrases)
    for (const [index, { text }] of source.phrase.words.entries()) {
      const token = source.tokenOfWord[index] ?? 0
      const before = spoken.get(token)
      spoken.set(token, before === undefined ? text : `${before} ${text}`)
    }
  return spoken
}

/** Every token once; a silent one is a moment at the end of the word before it. */
function wordsOf(
  tokens: readonly Token[],
  spans: ReadonlyMap<number, TimeSpan>,
  spoken: ReadonlyMap<number, string>,
): SpokenWord[] {
  let now = LEAD_IN_SECONDS
  return tokens.map((token, index) => {
    const { start, end } = spans.get(index) ?? { start: now, end: now }
    now = end
    return { ...token, spoken: spoken.get(index) ?? '', start, end }
  })
}

function sentenceOf(
  { source, utterance, firstSample }: PlacedPhrase,
  tokens: readonly Token[],
  sampleRate: number,
): SpokenSentence {
  const [first = 0] = source.tokenOfWord
  const last = source.tokenOfWord.at(-1) ?? first
  const heard = { start: utterance.phones[0]?.start ?? 0, end: utterance.phones.at(-1)?.end ?? 0 }
  return {
    charStart: tokens[first]?.charStart ?? 0,
    charEnd: tokens[last]?.charEnd ?? 0,
    ...at(heard, firstSample, sampleRate),
    ...(source.opensPassage && { opensPassage: true as const }),
  }
}
