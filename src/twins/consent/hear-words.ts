import { ALIGNMENT_RATE, cepstra, resampled } from '../../speech/remote/spectrum.ts'
import { compared, costDuring } from './comparison.ts'
import { REFERENCE_VOICES, referenceOf } from './reference.ts'
import { WORDS } from './words.ts'
import type { TimeSpan } from '../../speech/engines/engine.ts'
import type { Pcm } from '../../speech/engines/wav.ts'
import type { Reference, ReferenceVoice } from './reference.ts'

/** Sentences with other words that the one to be said is held against. */
const DECOYS = 12

/** Steps through the list from a word to the ones that take its place: far from any order of letters. */
const STRIDE = 41
const STRIDE_OF_PLACE = 7

/** Sound around the sentence that belongs to it. */
const EDGE_SECONDS = 0.15

/** How surely some words were said in a sentence, without a recogniser. */
export interface HeardWords {
  /** How much less like the best of the decoys than like the words it sounds: above 1 where they were said. */
  readonly lead: number
  /** Words that sound more like themselves than like nearly all that could stand in their place. */
  readonly words: number
}

/**
 * Holds a part of a recording against the sentence that was to be said, and against the same sentence with other
 * words in place of those that were drawn for it.
 *
 * @param span where the sentence is said.
 */
export async function hearWords(
  sentence: string,
  words: readonly string[],
  sound: Pcm,
  span: TimeSpan,
): Promise<HeardWords> {
  const samples = resampled(sound.samples, sound.sampleRate, ALIGNMENT_RATE)
  const from = Math.max(0, Math.round((span.start - EDGE_SECONDS) * ALIGNMENT_RATE))
  const part = cepstra(samples.subarray(from, Math.round((span.end + EDGE_SECONDS) * ALIGNMENT_RATE)))
  const voice = await nearestVoice(sentence, words, part)
  const costs = async (others: readonly string[]) =>
    costsOf(await referenceOf(replaced(sentence, words, others), voice), others, part)
  const own = await costs(words)
  const decoys: number[][] = []
  for (let decoy = 1; decoy <= DECOYS; decoy += 1) decoys.push(await costs(decoyWords(words, decoy)))
  const surely = words.filter((_, place) => {
    const beaten = decoys.filter((decoy) => (own[place] ?? Infinity) < (decoy[place] ?? Infinity))
    return beaten.length >= DECOYS - 1
  })
  return { lead: Math.min(...decoys.map(sumOf)) / sumOf(own), words: surely.length }
}

/** The voice that says most like it what stands before the words, and so favours none of them. */
async function nearestVoice(
  sentence: string,
  words: readonly string[],
  part: readonly Float32Array[],
): Promise<ReferenceVoice> {
  const costs = new Map<ReferenceVoice, number>()
  for (const voice of REFERENCE_VOICES) {
    const reference = await referenceOf(sentence, voice)
    const start = spansOf(words, reference)[0]?.start ?? 0
    costs.set(voice, costDuring(compared(reference.steps, part), { start: 0, end: start }))
  }
  const [nearest] = [...costs].toSorted(([, one], [, other]) => one - other)
  return nearest?.[0] ?? REFERENCE_VOICES[0]
}

/** How unlike each word is to what is heard in its place. */
function costsOf(reference: Reference, words: readonly string[], part: readonly Float32Array[]): number[] {
  const comparison = compared(reference.steps, part)
  return spansOf(words, reference).map((span) => (span ? costDuring(comparison, span) : Infinity))
}

function sumOf(costs: readonly number[]): number {
  return costs.reduce((total, cost) => total + cost, 0)
}

function spansOf(words: readonly string[], reference: Reference): (TimeSpan | undefined)[] {
  return words.map((word) => reference.words.findLast(({ text }) => text === word))
}

function decoyWords(words: readonly string[], decoy: number): string[] {
  const rest = WORDS.filter((word) => !words.includes(word))
  return words.map((word, place) => {
    const start = Math.max(0, WORDS.indexOf(word))
    return rest[(start + decoy * STRIDE + place * STRIDE_OF_PLACE) % rest.length] ?? word
  })
}

function replaced(sentence: string, words: readonly string[], others: readonly string[]): string {
  return sentence.replaceAll(/[\p{L}']+/gu, (word) => others[words.indexOf(word.toLowerCase())] ?? word)
}
