import type { Sound } from './audio-filter.ts'

/**
 * When the walls, the desk and the ceiling of a small room answer, in milliseconds, and how loud beside one another. No delay is a
 * multiple of another: together they would sound like a pipe.
 */
const REFLECTIONS = [
  [3.1, 1],
  [5.3, 0.82],
  [7.9, 0.7],
  [11.3, 0.52],
  [15.7, 0.4],
  [21.1, 0.28],
  [27.7, 0.2],
] as const

/** All of them together, in dB beside the voice: a microphone near the speaker in a furnished room. */
const LEVEL_DB = -20

/** Furniture and curtains take what is high, in Hz. */
const CUTOFF = 5_000

/**
 * Adds the first reflections of a small room to a voice, without its reverberation: the voice of a studio is heard to be somewhere
 * else than the person who is seen.
 *
 * @param samples from -1 to 1, changed.
 */
export function addSmallRoom({ samples, sampleRate }: Sound): void {
  const power = REFLECTIONS.reduce((sum, [, share]) => sum + share * share, 0)
  const unit = Math.sqrt(10 ** (LEVEL_DB / 10) / power)
  const taps = REFLECTIONS.map(([ms, share]) => ({
    delay: Math.round((ms / 1000) * sampleRate),
    gain: unit * share,
  }))
  const kept = 1 + Math.max(...taps.map(({ delay }) => delay))
  const heard = new Float32Array(kept)
  const passed = 1 - Math.exp((-2 * Math.PI * CUTOFF) / sampleRate)
  let dull = 0
  for (let index = 0; index < samples.length; index += 1) {
    const direct = samples[index] ?? 0
    dull += passed * (direct - dull)
    heard[index % kept] = dull
    let sum = direct
    for (const { delay, gain } of taps) if (index >= delay) sum += gain * (heard[(index - delay) % kept] ?? 0)
    samples[index] = sum
  }
}
