import { cutOut } from '../engines/cut-out.ts'
import { flite } from '../flite/flite.ts'
import { ALIGNMENT_RATE, STEPS_PER_SECOND, cepstra, resampled } from './spectrum.ts'
import { warp } from './warp.ts'
import type { Phrase, TimeSpan, Utterance } from '../engines/engine.ts'
import type { Pcm } from '../engines/wav.ts'

/** The voice that says the same for comparison: the one that others are closest to on average. */
const REFERENCE_VOICE = 'slt'

/** Silence kept around the speech, so that no sound is cut. */
const EDGE_SECONDS = 0.05

/** Quieter than this, against the loudest moment, is silence. */
const SILENCE_SHARE = 0.02

/** Length of the moments whose loudness is looked at. */
const MOMENT_SECONDS = 0.01

/**
 * Finds out when which word and phone of a phrase is heard in a sound whose engine does not say so: Flite
 * says the same, and both are compared. Words that the engine has timed are taken as they are.
 *
 * Measured against voices whose times are known: see docs/speech-engines.md.
 *
 * @returns null when nothing is heard, or there is nothing to hear.
 */
export async function align(
  phrase: Phrase,
  sound: Pcm,
  timed: readonly TimeSpan[] | null = null,
): Promise<Utterance | null> {
  const speech = audible(sound)
  const reference = speech && (await flite.say(phrase, REFERENCE_VOICE))
  if (!speech || !reference) return null
  const toSound = timed ? byWords(reference.words, timed, speech) : bySound(reference, sound, speech)
  const place = <Span extends TimeSpan>(span: Span): Span => {
    const start = toSound(span.start)
    return { ...span, start, end: Math.max(start, toSound(span.end)) }
  }
  const phones = reference.phones.map(place).filter(({ start, end }) => end > start)
  const words = timed ?? reference.words.map(place)
  if (phones.length === 0) return null
  return cutOut({ ...sound, phones, words }, { before: EDGE_SECONDS, after: EDGE_SECONDS })
}

/** From the first to the last moment that is not silent; null when there is none. */
export function audible({ samples, sampleRate }: Pcm): TimeSpan | null {
  const length = Math.max(1, Math.round(MOMENT_SECONDS * sampleRate))
  const loudness: number[] = []
  for (let at = 0; at < samples.length; at += length) {
    let sum = 0
    for (const sample of samples.subarray(at, at + length)) sum += sample * sample
    loudness.push(Math.sqrt(sum / length))
  }
  const threshold = SILENCE_SHARE * loudness.reduce((most, one) => Math.max(most, one), 0)
  const first = loudness.findIndex((one) => one > threshold)
  if (first < 0) return null
  const last = loudness.findLastIndex((one) => one > threshold)
  return {
    start: (first * length) / sampleRate,
    end: Math.min(samples.length, (last + 1) * length) / sampleRate,
  }
}

type ToSound = (referenceSeconds: number) => number

/** Follows the likeness of the two sounds. */
function bySound(reference: Utterance, sound: Pcm, speech: TimeSpan): ToSound {
  const from = reference.phones[0]?.start ?? 0
  const to = reference.phones.at(-1)?.end ?? 0
  const path = warp(cepstra(between(reference, { start: from, end: to })), cepstra(between(sound, speech)))
  if (path.length === 0) return evenly({ start: from, end: to }, speech)
  return (seconds) => {
    if (seconds >= to) return speech.end
    const step = (seconds - from) * STEPS_PER_SECOND
    const index = Math.max(0, Math.min(path.length - 1, Math.round(step)))
    return Math.min(speech.end, speech.start + (path[index] ?? 0) / STEPS_PER_SECOND)
  }
}

function between({ samples, sampleRate }: Pcm, { start, end }: TimeSpan): Float32Array {
  const part = samples.subarray(Math.round(start * sampleRate), Math.round(end * sampleRate))
  return resampled(part, sampleRate, ALIGNMENT_RATE)
}

/** Stretches each word to where it is known to be, and what is between them likewise. */
function byWords(words: readonly TimeSpan[], timed: readonly TimeSpan[], speech: TimeSpan): ToSound {
  const knots = words.flatMap(({ start, end }, index) => {
    const known = timed[index]
    return known
      ? [
          { at: start, to: known.start },
          { at: end, to: known.end },
        ]
      : []
  })
  return (seconds) => {
    const next = knots.findIndex(({ at }) => at >= seconds)
    const [before, after] = [knots[next - 1], knots[next]]
    if (!after) return knots.at(-1)?.to ?? speech.end
    if (!before || after.at === before.at) return after.to
    return before.to + ((seconds - before.at) / (after.at - before.at)) * (after.to - before.to)
  }
}

function evenly(from: TimeSpan, to: TimeSpan): ToSound {
  const scale = (to.end - to.start) / Math.max(0.001, from.end - from.start)
  return (seconds) => to.start + (seconds - from.start) * scale
}
