import { PAUSE } from '../../domain/speech/speech-timeline.ts'
import type { Phone } from '../../domain/speech/speech-timeline.ts'
import type { TimeSpan } from '../engines/engine.ts'
import type { Line } from './line.ts'

/** Samples a second that the model gives. */
export const SAMPLE_RATE = 24_000

/** Samples of one unit of duration: 25 ms. */
export const SAMPLES_PER_UNIT = 600

/**
 * Sounds are heard so much before where the durations have them. Found by moving the times against the
 * sound until closures of p, t and k were quietest and vowels loudest: 40 to 50 ms by themselves, 60 ms when
 * Flite's exact times are the measure. The lips may lead, they must not lag.
 */
const EARLY_SECONDS = 0.05

/** A shorter silence within a line is the closure before a consonant or a breath nobody sees. */
const SHORTEST_PAUSE = 0.06

/** Blocks by which the end of speech is found. */
const BLOCK_SECONDS = 0.01

/** Of the loudest block; below it is the noise the model makes in silence. */
const SILENCE_SHARE = 0.006

/** When the phones and words of a line are heard, in seconds from its first sample. */
export interface LineTiming {
  readonly phones: readonly Phone[]
  readonly words: readonly TimeSpan[]
}

/**
 * When what is heard, from the durations that the model spoke by.
 *
 * The time of a space belongs to the sound after it, that of a mark is a pause; the silence after the
 * last sound, which the model counts to that sound, is cut off by listening.
 *
 * @param durations of each symbol in units, with one for the silence before and one after.
 */
export function timeLine(line: Line, durations: readonly number[], samples: Float32Array): LineTiming {
  const phones = withPauses(soundsOf(line, durations), listenTo(samples))
  return {
    phones: phones.map(({ phone, start, end }) => ({ phone, start, end })),
    words: Array.from({ length: line.words }, (_, index) => wordSpan(phones, line.firstWord + index)),
  }
}

/** A phone with the word it is of; a pause is of none. */
interface TimedPhone extends Phone {
  readonly word: number | null
}

function soundsOf(line: Line, durations: readonly number[]): TimedPhone[] {
  const sounds: TimedPhone[] = []
  let at = durations[0] ?? 0
  let from = at
  for (const [symbol, phone] of line.phoneOf.entries()) {
    at += durations[symbol + 1] ?? 0
    const following = line.phoneOf[symbol + 1]
    const isSpace = phone === null && typeof following === 'number'
    const isSpelledOn = phone !== null && following === phone
    if (isSpace || isSpelledOn) continue
    const sound = phone === null ? undefined : line.phones[phone]
    const span = { start: seconds(from), end: seconds(at) }
    sounds.push({ ...span, phone: sound?.phone ?? PAUSE, word: sound?.word ?? null })
    from = at
  }
  return sounds
}

function seconds(units: number): number {
  return Math.max(0, (units * SAMPLES_PER_UNIT) / SAMPLE_RATE - EARLY_SECONDS)
}

/**
 * Has each pause begin when the sound before it is no longer heard. One too short to be a pause goes to
 * that sound; the one at the end is left out.
 */
function withPauses(sounds: readonly TimedPhone[], heardUntil: HeardUntil): TimedPhone[] {
  const phones: TimedPhone[] = []
  for (const [index, sound] of sounds.entries()) {
    const before = phones.at(-1)
    if (sound.word !== null || !before) {
      phones.push(sound)
      continue
    }
    const start = heardUntil(before.start, sound.end)
    const isLast = index === sounds.length - 1
    if (!isLast && sound.end - start < SHORTEST_PAUSE)
      phones[phones.length - 1] = { ...before, end: sound.end }
    else phones[phones.length - 1] = { ...before, end: start }
    if (!isLast && sound.end - start >= SHORTEST_PAUSE) phones.push({ ...sound, start })
  }
  return phones
}

function wordSpan(phones: readonly TimedPhone[], word: number): TimeSpan {
  const own = phones.filter((phone) => phone.word === word)
  const before = phones.findLast((phone) => phone.word !== null && phone.word < word)?.end
  const start = own[0]?.start ?? before ?? phones[0]?.start ?? 0
  return { start, end: own.at(-1)?.end ?? start }
}

/** When the last sound between two times ends; one block after the first when there is none. */
type HeardUntil = (start: number, end: number) => number

function listenTo(samples: Float32Array): HeardUntil {
  const block = Math.round(BLOCK_SECONDS * SAMPLE_RATE)
  const levels = Array.from({ length: Math.ceil(samples.length / block) }, (_, index) =>
    level(samples.subarray(index * block, (index + 1) * block)),
  )
  const least = SILENCE_SHARE * levels.reduce((most, each) => Math.max(most, each), 0)
  return (start, end) => {
    const first = Math.ceil(start / BLOCK_SECONDS)
    const between = levels.slice(first, Math.floor(end / BLOCK_SECONDS))
    const last = between.findLastIndex((each) => each > least)
    return Math.min(end, (first + Math.max(0, last) + 1) * BLOCK_SECONDS)
  }
}

function level(samples: Float32Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return Math.sqrt(sum / Math.max(1, samples.length))
}
