import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { encodeSpeech } from '../../../../src/speech/finish/encode-speech.ts'
import { decodeSound } from '../../../support/picture/finished-video.ts'

const RATE = 48_000
const FRAME_SAMPLES = 1024

test.each([10 * FRAME_SAMPLES, 10 * FRAME_SAMPLES + 1, 10 * FRAME_SAMPLES + 864])(
  'all of %s samples is in the file, and at most one frame of silence more',
  async (length) => {
    const folder = await mkdtemp(join(tmpdir(), 'encode-speech-'))
    try {
      const file = join(folder, 'sound.m4a')
      const samples = Int16Array.from({ length }, (_, index) => 6_000 * Math.sin(index / 20))
      await encodeSpeech({ samples, sampleRate: RATE }, file)
      const heard = (await decodeSound(file)).samples
      expect(heard.length).toBeGreaterThanOrEqual(length)
      expect(heard.length - length).toBeLessThan(FRAME_SAMPLES)
    } finally {
      await rm(folder, { recursive: true })
    }
  },
)
