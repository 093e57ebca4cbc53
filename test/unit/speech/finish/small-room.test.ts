import { expect, test } from 'vitest'

import { finishSpeech } from '../../../../src/speech/finish/finish.ts'
import { measureLoudness } from '../../../../src/speech/finish/loudness.ts'
import { addSmallRoom } from '../../../../src/speech/finish/small-room.ts'

/** What a room makes of a single click, `RATE` samples of it. */
function answerTo(sampleRate: number): Float32Array {
  const samples = new Float32Array(sampleRate / 10)
  samples[0] = 1
  addSmallRoom({ samples, sampleRate })
  return samples
}

const decibels = (samples: Float32Array) =>
  10 * Math.log10(samples.reduce((sum, sample) => sum + sample * sample, 0))

test.each([16_000, 24_000, 48_000])(
  'at %i Hz a room answers after the voice, for a thirtieth of a second',
  (rate) => {
    const answer = answerTo(rate)
    const at = (ms: number) => Math.round((ms / 1000) * rate)
    expect(answer[0]).toBe(1)
    expect(Math.max(...answer.subarray(1, at(3)).map(Math.abs))).toBe(0)
    expect(Math.max(...answer.subarray(at(33)).map(Math.abs))).toBeLessThan(1e-4)
    expect(Math.max(...answer.subarray(at(3), at(33)).map(Math.abs))).toBeGreaterThan(0.005)
  },
)

test('low sounds are answered 20 dB below the voice, and high ones less', () => {
  const rate = 24_000
  const answered = (hertz: number) => {
    const direct = Float32Array.from({ length: rate }, (_, index) =>
      Math.sin((2 * Math.PI * hertz * index) / rate),
    )
    const samples = direct.slice()
    addSmallRoom({ samples, sampleRate: rate })
    return decibels(samples.map((sample, index) => sample - (direct[index] ?? 0))) - decibels(direct)
  }
  // Of a single tone, reflections meet in step or out of it: of many, the mean is that of their powers.
  const mean = (tones: readonly number[]) =>
    10 * Math.log10(tones.reduce((sum, hertz) => sum + 10 ** (answered(hertz) / 10), 0) / tones.length)
  const low = mean(Array.from({ length: 40 }, (_, index) => 300 + 17 * index))
  const high = mean(Array.from({ length: 40 }, (_, index) => 9_000 + 17 * index))
  expect(low).toBeGreaterThan(-22)
  expect(low).toBeLessThan(-18)
  expect(high).toBeLessThan(low - 3)
})

test('speech in a room is as loud and as long as any, and is another sound', async () => {
  const rate = 24_000
  const samples = Int16Array.from({ length: 3 * rate }, (_, index) =>
    Math.round(6_000 * Math.sin(index / 20) * Math.sin(index / 3_000) ** 2),
  )
  const dry = await finishSpeech({ samples, sampleRate: rate })
  const { samples: heard, sampleRate } = await finishSpeech(
    { samples, sampleRate: rate },
    { inSmallRoom: true },
  )
  expect(heard).toHaveLength(dry.samples.length)
  const loudness = measureLoudness({ samples: Float32Array.from(heard, (one) => one / 32_768), sampleRate })
  expect(Math.abs(loudness + 16)).toBeLessThan(0.5)
  expect(heard).not.toEqual(dry.samples)
})
