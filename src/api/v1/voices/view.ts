import type { z } from 'zod'

import { qualityOf, voiceSlug } from '../../../domain/speech/voice.ts'
import type { CatalogueVoice, StarredVoice } from '../../../domain/speech/voice.ts'
import type { Voice as VoiceSchema } from './schema.ts'

/** Formats a starred voice as JSON (decisions, "Voice"). A voice that is no longer in the catalogue has no sample. */
export function voiceView(
  voice: StarredVoice,
  catalogue: readonly CatalogueVoice[],
  publicUrl: string,
): z.infer<typeof VoiceSchema> {
  const known = catalogue.find(({ id }) => id === voice.engineVoiceId)
  const hasSample = known !== undefined && known.hasSample !== false
  return {
    id: voice.id,
    name: voice.name,
    gender: voice.gender,
    language: voice.language,
    quality: qualityOf(voice.engineVoiceId, catalogue),
    preview_audio_url: hasSample
      ? `${publicUrl}/media/voices/${voiceSlug(voice.engineVoiceId)}/preview.m4a`
      : null,
  }
}
