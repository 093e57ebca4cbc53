import { expect, test } from 'vitest'

import { readWav } from '../../../src/speech/remote/read-wav.ts'
import { wavBytes } from '../../../src/speech/engines/wav.ts'

const SAMPLES = Int16Array.of(1, -2, 3)

test.each([8_000, 22_050, 24_000, 48_000, 192_000])('a WAV file of %i Hz is read', (sampleRate) => {
  expect(readWav(wavBytes({ samples: SAMPLES, sampleRate }))).toEqual({ samples: SAMPLES, sampleRate })
})

test.each([0, 1, 7_999, 192_001, 2 ** 32 - 1])('a WAV file that claims %i Hz is refused', (sampleRate) => {
  expect(() => readWav(wavBytes({ samples: SAMPLES, sampleRate }))).toThrow(`${sampleRate} samples a second`)
})
