import { visemesOf } from '../../speech/visemes.ts'
import { ALIGNMENT_RATE, STEPS_PER_SECOND, cepstra, resampled } from '../../speech/remote/spectrum.ts'
import { warp } from '../../speech/remote/warp.ts'
import { placeSentences, stepsOf } from './place-sentences.ts'
import { sayForComparison } from './reference.ts'
import { speechStretches } from './stretches.ts'
import { PAUSE } from '../../domain/speech/speech-timeline.ts'
import type { Phone, VisemeCue } from '../../domain/speech/speech-timeline.ts'
import type { TimeSpan } from '../../speech/engines/engine.ts'
import type { Pcm } from '../../speech/engines/wav.ts'
import type { Pieces, Placement } from './place-sentences.ts'
import type { SpokenSentence } from './reference.ts'

/** What was heard of a text that was read aloud. Seconds of the sound. */
export interface HeardReading {
  /** In order of time. */
  readonly sentences: readonly HeardSentence[]
  /** Sentences that were not heard as they are written. */
  readonly dropped: number
  /** Speech of which nobody knows what it says. */
  readonly unknown: readonly TimeSpan[]
}

/** A sentence, or two that were said in one breath. */
export interface HeardSentence extends TimeSpan {
  /** Without gaps from `start` to `end`; `pau` where it rests. */
  readonly phones: readonly Phone[]
  readonly words: readonly TimeSpan[]
  /** How differently it sounds from a synthetic voice. */
  readonly cost: number
}

/** Flite's voices that sentences are compared with, by pitch: a voice of another register sounds like no sentence. */
const VOICES = { low: 'rms', high: 'slt', borderHz: 155 }

/**
 * Finds out when each sentence of a text was said, and when each of its sounds.
 *
 * @param pitchHz of the voice; null when unknown.
 */
export async function hearReading(
  sound: Pcm,
  sentences: readonly string[],
  pitchHz: number | null,
): Promise<HeardReading> {
  const samples = resampled(sound.samples, sound.sampleRate, ALIGNMENT_RATE)
  const stretches = speechStretches(samples, ALIGNMENT_RATE)
  const voice = pitchHz !== null && pitchHz < VOICES.borderHz ? VOICES.low : VOICES.high
  const spoken: SpokenSentence[] = []
  for (const sentence of sentences) {
    const said = await sayForComparison(sentence, voice)
    if (said) spoken.push(said)
  }
  const inSamples = ({ start, end }: TimeSpan) =>
    samples.subarray(Math.round(start * ALIGNMENT_RATE), Math.round(end * ALIGNMENT_RATE))
  const said = piecesOf(spoken.map((sentence) => sentence.samples))
  const heard = piecesOf(stretches.map(inSamples))
  const placements = placeSentences(said, heard)
  const placed = new Set(placements.flatMap(({ pieces: [from, to] }) => range(from, to)))
  return {
    sentences: placements.map((placement) => {
      const path = warp(stepsOf(said, placement.sentences), stepsOf(heard, placement.pieces))
      return heardSentence(placement, path, said, spoken, stretches)
    }),
    dropped: spoken.length - placements.reduce((sum, { sentences: [from, to] }) => sum + to - from, 0),
    unknown: stretches.filter((_, piece) => !placed.has(piece)),
  }
}

/** The mouth shapes of heard sentences; what is between them is silence. */
export function cuesOf(sentences: readonly HeardSentence[]): VisemeCue[] {
  return sentences.flatMap(({ phones }) => visemesOf(phones))
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}

function piecesOf(parts: readonly Float32Array[]): Pieces {
  const borders = [0]
  const stepSamples = ALIGNMENT_RATE / STEPS_PER_SECOND
  for (const part of parts) borders.push((borders.at(-1) ?? 0) + Math.round(part.length / stepSamples))
  const steps = borders.at(-1) ?? 0
  // A window reaches over the end of its step.
  const whole = new Float32Array((steps + 2) * stepSamples)
  parts.forEach((part, index) => {
    const [from = 0, to = 0] = [borders[index], borders[index + 1]]
    whole.set(part.subarray(0, (to - from) * stepSamples), from * stepSamples)
  })
  return { steps: cepstra(whole).slice(0, steps), borders }
}

/** Brings what was said for comparison to where it was heard. */
function heardSentence(
  { sentences: [from, to], pieces, cost }: Placement,
  path: Int32Array,
  said: Pieces,
  spoken: readonly SpokenSentence[],
  stretches: readonly TimeSpan[],
): HeardSentence {
  const heard = stretches.slice(...pieces)
  const clock = clockOf(heard, path)
  const phones: Phone[] = []
  const words: TimeSpan[] = []
  for (const [index, sentence] of spoken.slice(from, to).entries()) {
    const offset = (said.borders[from + index] ?? 0) - (said.borders[from] ?? 0)
    const at = (seconds: number): number => clock(offset + seconds * STEPS_PER_SECOND)
    const moved = <Span extends TimeSpan>(span: Span): Span => ({
      ...span,
      start: at(span.start),
      end: at(span.end),
    })
    phones.push(...sentence.phones.map(moved))
    words.push(...sentence.words.map(moved))
  }
  const [start, end] = [heard[0]?.start ?? 0, heard.at(-1)?.end ?? 0]
  return { start, end, phones: withRests(phones, heard, end), words, cost }
}

/** From steps of a sentence to seconds of the sound, whose speech has rests. */
function clockOf(heard: readonly TimeSpan[], path: Int32Array): (step: number) => number {
  return (step) => {
    if (step >= path.length) return heard.at(-1)?.end ?? 0
    let seconds = (path[Math.max(0, Math.round(step))] ?? 0) / STEPS_PER_SECOND
    for (const { start, end } of heard) {
      if (seconds < end - start) return start + seconds
      seconds -= end - start
    }
    return heard.at(-1)?.end ?? 0
  }
}

/** Phones without gaps: each lasts until the next one begins, or until there is silence. */
function withRests(phones: readonly Phone[], heard: readonly TimeSpan[], end: number): Phone[] {
  const whole: Phone[] = []
  for (const [index, { phone, start }] of phones.entries()) {
    const next = phones[index + 1]?.start ?? end
    if (next <= start) continue
    const stretch = heard.find((one) => start < one.end)
    const stop = Math.min(next, stretch?.end ?? next)
    whole.push({ phone, start, end: stop })
    if (next > stop) whole.push({ phone: PAUSE, start: stop, end: next })
  }
  return whole
}
