import type { z } from 'zod'

import type { Plan } from '../../../domain/plan.ts'
import { isUsable } from '../../../domain/twin.ts'
import type { Twin } from '../../../domain/twin.ts'
import { voiceQuality, voiceSlug } from '../../../domain/voice.ts'
import type { CatalogueVoice, StarredVoice } from '../../../domain/voice.ts'
import type { Twin as TwinSchema } from './schema.ts'
import type { Voice as VoiceSchema } from '../voices/schema.ts'
import { presenterMedia } from '../videos/view.ts'

/** A twin (specification section 2), as usable as the account's plan lets it be. */
export function twinView(twin: Twin, plan: Plan, publicUrl: string): z.infer<typeof TwinSchema> {
  const media = twin.status === 'ready' && twin.look ? presenterMedia(twin.look.presenterId, publicUrl) : null
  return {
    id: twin.id,
    name: twin.name,
    status: twin.status,
    usable_in_videos: isUsable(twin, plan),
    thumbnail_url: media?.thumbnail_url ?? null,
    preview_video_url: media?.preview_video_url ?? null,
    voice_name: twin.voice?.name ?? null,
  }
}

/** A starred voice (decisions, "Voice"). A voice that left the catalogue has no sample any more. */
export function voiceView(
  voice: StarredVoice,
  catalogue: readonly CatalogueVoice[],
  publicUrl: string,
): z.infer<typeof VoiceSchema> {
  const hasSample = catalogue.some((known) => known.id === voice.engineVoiceId && known.hasSample !== false)
  return {
    id: voice.id,
    name: voice.name,
    gender: voice.gender,
    language: voice.language,
    quality: voiceQuality(voice.engineVoiceId),
    preview_audio_url: hasSample
      ? `${publicUrl}/media/voices/${voiceSlug(voice.engineVoiceId)}/preview.m4a`
      : null,
  }
}
