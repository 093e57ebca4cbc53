import { ALIGNMENT_RATE, resampled } from '../../speech/remote/spectrum.ts'
import type { Pcm } from '../../speech/engines/wav.ts'

/** Pitches that people speak at. */
const LOWEST_HZ = 60
const HIGHEST_HZ = 400

/** Pitch is slow: half the rate of the comparison of sounds is plenty, and a quarter of the work. */
const RATE = ALIGNMENT_RATE / 2

/** Long enough for two periods of the lowest voice. */
const WINDOW_SECONDS = 0.04
const STEP_SECONDS = 0.02

/** A sound that repeats itself as well as this is voiced. */
const VOICED = 0.6

/** A period of which the half fits nearly as well is two periods. */
const NEARLY = 0.85

/** Moments quieter than this share of the loudest say nothing. */
const LOUD_SHARE = 0.1

/** Voiced moments that a median needs: a second of them. */
const FEWEST_MOMENTS = 50

/** The median pitch of a voice in Hz, by autocorrelation; null when hardly anything is voiced. */
export function medianPitch(sound: Pcm): number | null {
  const samples = resampled(sound.samples, sound.sampleRate, RATE)
  const window = Math.round(WINDOW_SECONDS * RATE)
  const step = Math.round(STEP_SECONDS * RATE)
  const moments: Float32Array[] = []
  for (let at = 0; at + 2 * window <= samples.length; at += step)
    moments.push(samples.subarray(at, at + 2 * window))
  const loudest = moments.reduce((most, moment) => Math.max(most, energy(moment)), 0)
  const pitches = moments
    .filter((moment) => energy(moment) > LOUD_SHARE ** 2 * loudest)
    .map((moment) => pitchOf(moment, window))
    .filter((pitch) => pitch !== null)
    .sort((one, other) => one - other)
  return pitches.length < FEWEST_MOMENTS ? null : (pitches[pitches.length >> 1] ?? null)
}

function energy(samples: Float32Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return sum
}

/** @param samples two windows long: the second is what the first is held against. */
function pitchOf(samples: Float32Array, window: number): number | null {
  const shortest = Math.floor(RATE / HIGHEST_HZ)
  const longest = Math.min(window, Math.ceil(RATE / LOWEST_HZ))
  const likeness = new Float64Array(longest + 1)
  const own = energy(samples.subarray(0, window))
  for (let period = shortest; period <= longest; period += 1) {
    let [sum, other] = [0, 0]
    for (let index = 0; index < window; index += 1) {
      const later = samples[index + period] ?? 0
      sum += (samples[index] ?? 0) * later
      other += later * later
    }
    likeness[period] = sum / Math.sqrt(own * other + 1e-12)
  }
  const best = likeness.reduce((most, one) => Math.max(most, one), 0)
  if (best < VOICED) return null
  // The shortest period that fits nearly as well as the best: twice a period fits as well as one.
  for (let period = shortest + 1; period < longest; period += 1) {
    const here = likeness[period] ?? 0
    if (here >= NEARLY * best && here >= (likeness[period - 1] ?? 0) && here >= (likeness[period + 1] ?? 0))
      return RATE / period
  }
  return null
}
