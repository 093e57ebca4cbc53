import type { z } from 'zod'

import type { KeptPronunciation } from '../../../domain/speech/pronunciation.ts'
import type { Pronunciation } from './schema.ts'

/** Formats a stored pronunciation as JSON. */
export function pronunciationView(kept: KeptPronunciation): z.infer<typeof Pronunciation> {
  return { word: kept.word, say_as: kept.sayAs, updated_at: kept.updatedAt.toISOString() }
}
