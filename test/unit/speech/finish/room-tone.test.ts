import { expect, test } from 'vitest'

import { finishSpeech } from '../../../../src/speech/finish/finish.ts'
import { addRoomTone } from '../../../../src/speech/finish/room-tone.ts'

const RATE = 24_000

/** A second of sound between two of silence. */
function soundAmidSilence(): Int16Array {
  return Int16Array.from({ length: 3 * RATE }, (_, index) =>
    index >= RATE && index < 2 * RATE ? 6_000 * Math.sin(index / 20) : 0,
  )
}

function decibels(samples: Int16Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
  return 10 * Math.log10(power / 32_768 ** 2)
}

test('rests of finished speech are as quiet as a room, and never digital black', async () => {
  const { samples, sampleRate } = await finishSpeech({ samples: soundAmidSilence(), sampleRate: RATE })
  const rest = samples.subarray(0, 0.9 * sampleRate)
  expect(decibels(rest)).toBeGreaterThan(-64)
  expect(decibels(rest)).toBeLessThan(-60)
  expect(samples.filter((sample) => sample === 0).length / samples.length).toBeLessThan(0.02)
})

test('where there is nothing to hear there is no room either', async () => {
  const { samples } = await finishSpeech({ samples: new Int16Array(RATE), sampleRate: RATE })
  expect(samples.every((sample) => sample === 0)).toBe(true)
})

test('the tone of the room is the same each time and has no direct current', () => {
  const [one, other] = [new Float32Array(48_000), new Float32Array(48_000)]
  addRoomTone(one)
  addRoomTone(other)
  expect(one).toEqual(other)
  expect(Math.abs(one.reduce((sum, sample) => sum + sample, 0) / one.length)).toBeLessThan(2e-4)
})
