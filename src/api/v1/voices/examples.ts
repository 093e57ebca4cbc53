import type { z } from 'zod'

import { EXAMPLE_SERVICE } from '../../contract/example-service.ts'
import type { Voice } from './schema.ts'

/** A starred voice. */
export const VOICE_EXAMPLE: z.infer<typeof Voice> = {
  id: 'voc_01kam3w8q5e8tbw9k2x7c5n0hd',
  name: 'Aria',
  gender: 'female',
  language: 'en-US',
  quality: 'neural',
  preview_audio_url: `${EXAMPLE_SERVICE}/media/voices/kokoro-aria/preview.m4a`,
}
