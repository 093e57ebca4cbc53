import { expect, test } from 'vitest'
import { measureLoudness } from '../../../../src/speech/finish/loudness.ts'
import { meteredLoudness } from '../../../support/picture/loudness-meter.ts'
import { seededRandom } from '../../../support/run/random.ts'
import type { Sound } from '../../../../src/speech/finish/audio-filter.ts'

/** Sound of so many seconds whose samples are a function of the second. */
function sound(sampleRate: number, seconds: number, at: (second: number) => number): Sound {
  const samples = Float32Array.from({ length: sampleRate * seconds }, (_, index) => at(index / sampleRate))
  return { samples, sampleRate }
}

const sine = (hertz: number, height: number) => (second: number) =>
  height * Math.sin(2 * Math.PI * hertz * second)

test('a sine of 997 Hz at full scale has -3.01 LUFS, as the standard wants it', () => {
  expect(measureLoudness(sound(48_000, 5, sine(997, 1)))).toBeCloseTo(-3.01, 1)
})

test('silence, and less than 400 ms of anything, has no loudness', () => {
  expect(measureLoudness(sound(48_000, 3, () => 0))).toBe(Number.NEGATIVE_INFINITY)
  expect(measureLoudness(sound(48_000, 0.3, sine(997, 1)))).toBe(Number.NEGATIVE_INFINITY)
})

test.each([16_000, 22_050, 24_000, 48_000])('at %i Hz, FFmpeg measures the same', async (sampleRate) => {
  const random = seededRandom(sampleRate)
  const noise = () => random() * 2 - 1
  const sounds = {
    'a low tone': sine(110, 0.2),
    'a high tone': sine(3_000, 0.05),
    noise: () => 0.1 * noise(),
    // Syllables with pauses, some of them long, and a sentence that is nearly whispered.
    'what comes and goes': (second: number) =>
      (second % 3 < 1.8 ? 0.3 : 0.001) * (second > 6 ? 0.1 : 1) * Math.abs(Math.sin(9 * second)) * noise(),
  }
  for (const [name, at] of Object.entries(sounds)) {
    const heard = sound(sampleRate, 9, at)
    expect(Math.abs(measureLoudness(heard) - (await meteredLoudness(heard))), name).toBeLessThan(0.1)
  }
})
