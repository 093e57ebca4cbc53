import { audible } from '../../speech/remote/align.ts'
import { ALIGNMENT_RATE, cepstra, resampled } from '../../speech/remote/spectrum.ts'
import { compared, costDuring, placeOf } from './comparison.ts'
import { REFERENCE_VOICES, joined, referenceOf } from './reference.ts'
import type { TimeSpan } from '../../speech/engines/engine.ts'
import type { Pcm } from '../../speech/engines/wav.ts'
import type { Reference } from './reference.ts'

/** Pause between two sentences that are shown one after the other. */
const PAUSE_SECONDS = 0.4

/** Sound around the place of a sentence that belongs to it: its edges are not found exactly. */
const EDGE_SECONDS = 0.1

/** Other sentences that each one is held against. */
const RIVALS = 3

/** A sentence that was to be said. */
export interface SaidSentence extends TimeSpan {
  /** How much less like other sentences it sounds than like itself: above 1 where it was said. */
  readonly fit: number
}

/**
 * Where in a recording each of some sentences is said, in their order, and how surely.
 *
 * How unlike a voice is to ours says little, because voices differ; but whoever says a sentence is always closer to
 * that sentence than to others.
 *
 * @param rivals sentences that are not those: each is held against three that differ from it.
 * @returns nothing where nothing is heard.
 */
export async function sentencesSaid(
  sentences: readonly string[],
  sound: Pcm,
  rivals: readonly string[] = sentences,
): Promise<SaidSentence[]> {
  const speech = audible(sound)
  if (!speech) return []
  const samples = resampled(sound.samples, sound.sampleRate, ALIGNMENT_RATE)
  const spoken = await allSpoken([...new Set([...sentences, ...rivals])])
  const referencesOf = (sentence: string) => spoken.get(sentence) ?? []
  const { whole, spans } = joined(
    sentences.flatMap((sentence) => referencesOf(sentence).slice(0, 1)),
    PAUSE_SECONDS,
  )
  const comparison = compared(whole.steps, cepstra(between(samples, speech)))
  return sentences.map((sentence, index) => {
    const place = placeOf(comparison, spans[index] ?? speech)
    const [start, end] = [speech.start + place.start, speech.start + place.end]
    const part = cepstra(between(samples, { start: start - EDGE_SECONDS, end: end + EDGE_SECONDS }))
    const cost = (other: string) => leastCost(referencesOf(other), part)
    return { start, end, fit: Math.min(...rivalsOf(sentence, rivals, index).map(cost)) / cost(sentence) }
  })
}

/** Each sentence by each voice that is compared with. */
async function allSpoken(sentences: readonly string[]): Promise<Map<string, Reference[]>> {
  const spoken = new Map<string, Reference[]>()
  for (const sentence of sentences) {
    const references: Reference[] = []
    for (const voice of REFERENCE_VOICES) references.push(await referenceOf(sentence, voice))
    spoken.set(sentence, references)
  }
  return spoken
}

/** Some of the other sentences: those that come next. */
function rivalsOf(sentence: string, rivals: readonly string[], index: number): string[] {
  const from = (index + 1) % rivals.length
  return [...rivals.slice(from), ...rivals.slice(0, from)]
    .filter((rival) => rival !== sentence)
    .slice(0, RIVALS)
}

function leastCost(references: readonly Reference[], part: readonly Float32Array[]): number {
  const costs = references.map(({ steps, samples }) =>
    costDuring(compared(steps, part), { start: 0, end: samples.length / ALIGNMENT_RATE }),
  )
  return Math.min(...costs)
}

function between(samples: Float32Array, { start, end }: TimeSpan): Float32Array {
  return samples.subarray(Math.max(0, Math.round(start * ALIGNMENT_RATE)), Math.round(end * ALIGNMENT_RATE))
}
