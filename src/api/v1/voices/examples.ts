import type { z } from 'zod'

import { EXAMPLE_SERVICE } from '../../contract/example-service.ts'
import type { Voice } from './schema.ts'

/** A starred voice. */
export const VOICE_EXAMPLE: z.infer<typeof Voice> = {
  id: 'voc_01kam3w8q6f7x2c4n8t1b5m9je',
  name: 'Aria',
  gender: 'female',
  language: 'en-US',
  quality: 'neural',
  preview_audio_url: `${EXAMPLE_SERVICE}/media/voices/kokoro-aria/preview.m4a`,
}
