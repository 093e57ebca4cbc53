import type { z } from 'zod'

import type { Pronunciation } from './schema.ts'

/** The pronunciation of a name that an English voice would otherwise mispronounce. */
export const PRONUNCIATION_EXAMPLE: z.infer<typeof Pronunciation> = {
  word: 'Nguyen',
  say_as: 'nwin',
  updated_at: '2026-11-21T09:58:00.000Z',
}
