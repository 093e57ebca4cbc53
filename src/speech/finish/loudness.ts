import type { Sound } from './audio-filter.ts'

/** Steps that blocks are put together from, and how many make a block of 400 ms (ITU-R BS.1770-5, annex 1). */
const STEPS_PER_SECOND = 10
const BLOCK_STEPS = 4

/** Blocks below this count as silence. */
const ABSOLUTE_GATE_LUFS = -70

/** Blocks so far below the mean of the others are pauses, and no part of the loudness. */
const RELATIVE_GATE_LU = -10

/** Makes a full-scale sine of 997 Hz measure -3.01 LUFS. */
const OFFSET_LUFS = -0.691

/**
 * Integrated loudness of one channel by ITU-R BS.1770-5 and EBU R 128, in LUFS; -Infinity when there is
 * nothing to hear or less than 400 ms of it.
 *
 * FFmpeg's meter says the same, in ten times the time.
 */
export function measureLoudness(sound: Sound): number {
  const powers = blockPowers(stepPowers(sound))
  const heard = powers.filter((power) => lufs(power) > ABSOLUTE_GATE_LUFS)
  const gate = lufs(mean(heard)) + RELATIVE_GATE_LU
  return lufs(mean(heard.filter((power) => lufs(power) > gate)))
}

function lufs(power: number): number {
  return OFFSET_LUFS + 10 * Math.log10(power)
}

function mean(powers: readonly number[]): number {
  return powers.length === 0 ? 0 : powers.reduce((sum, power) => sum + power, 0) / powers.length
}

/** Mean power of each block; neighbours share three quarters. */
function blockPowers(steps: readonly number[]): number[] {
  return steps
    .slice(0, Math.max(0, steps.length - BLOCK_STEPS + 1))
    .map((_, index) => mean(steps.slice(index, index + BLOCK_STEPS)))
}

/** Mean power, as the ear weighs it, of each whole tenth of a second. */
function stepPowers({ samples, sampleRate }: Sound): number[] {
  const step = Math.round(sampleRate / STEPS_PER_SECOND)
  const shelf = headShelf(sampleRate)
  const pass = lowCut(sampleRate)
  const powers: number[] = []
  let [s1, s2, p1, p2, sum] = [0, 0, 0, 0, 0]
  for (let index = 0; index < samples.length; index += 1) {
    const sample = samples[index] ?? 0
    const shelved = shelf.b0 * sample + s1
    s1 = shelf.b1 * sample - shelf.a1 * shelved + s2
    s2 = shelf.b2 * sample - shelf.a2 * shelved
    const weighed = pass.b0 * shelved + p1
    p1 = pass.b1 * shelved - pass.a1 * weighed + p2
    p2 = pass.b2 * shelved - pass.a2 * weighed
    sum += weighed * weighed
    if ((index + 1) % step !== 0) continue
    powers.push(sum / step)
    sum = 0
  }
  return powers
}

/** A filter of second order, its a0 being 1. */
interface Biquad {
  readonly b0: number
  readonly b1: number
  readonly b2: number
  readonly a1: number
  readonly a2: number
}

/** The head makes what is high louder. The standard lists 48 kHz; these are its filters for any rate. */
function headShelf(sampleRate: number): Biquad {
  const [frequency, gainDb, quality] = [1681.974450955533, 3.999843853973347, 0.7071752369554196]
  const k = Math.tan((Math.PI * frequency) / sampleRate)
  const high = 10 ** (gainDb / 20)
  const band = high ** 0.4996667741545416
  const a0 = 1 + k / quality + k * k
  return {
    b0: (high + (band * k) / quality + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / quality + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / quality + k * k) / a0,
  }
}

/** What is low is hardly heard. */
function lowCut(sampleRate: number): Biquad {
  const [frequency, quality] = [38.13547087602444, 0.5003270373238773]
  const k = Math.tan((Math.PI * frequency) / sampleRate)
  const a0 = 1 + k / quality + k * k
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / quality + k * k) / a0 }
}
