import { z } from 'zod'

import type { MediaLinks } from '../../../ports/video/media-links.ts'
import { TAKE_CHECKS, TAKE_PARTS } from '../../../domain/twin/twin-take.ts'
import type { Take } from '../../../domain/twin/twin-take.ts'
import { REMINDER_DAYS } from '../../../domain/twin/twin-consent.ts'
import { buildRetryOf } from '../../../domain/twin/twin-failure.ts'
import type { VoiceSupply, CatalogueVoice } from '../../../domain/speech/voice.ts'
import { suggestVoices } from '../../../domain/twin/voice-match.ts'
import { TWIN_STATES, voiceLabel } from '../../../domain/twin/twin.ts'
import { voiceSlug } from '../../../domain/speech/voice.ts'
import type { Twin } from '../../../domain/twin/twin.ts'
import { twinMedia } from '../../v1/twins/view.ts'

const DAY_MS = 86_400_000

/** Where pictures and films of twins are. */
export interface TwinMedia {
  readonly publicUrl: string
  readonly mediaLinks: Pick<MediaLinks, 'signTwin'>
}

/** Why a build failed. */
const TwinFailure = z.strictObject({
  /** For example `TooDark`, or `ConsentRefused`. */
  code: z.string(),
  /** The part to record again, and no other one; null when that would not help. */
  part: z.enum(TAKE_PARTS).nullable(),
  /** What happened and what to do, in a sentence or two for the person who recorded it. */
  message: z.string(),
})

/** What became of one check of a take. */
export const TakeCheckView = z.strictObject({
  code: z.enum(TAKE_CHECKS),
  /** A warning does not refuse the take. `unclear`: for the eyes of an operator. */
  outcome: z.enum(['passed', 'warning', 'unclear', 'failed']),
  /** What was measured, in the unit of the check; null when nothing could be. */
  measured: z.number().nullable(),
  /** What it was held against. */
  limit: z.number(),
  /** One sentence for the person who records, which says what to do. Empty when the check passed. */
  message: z.string(),
})

/** A twin as its account sees it, in whatever state. Times are ISO 8601. */
export const TwinRecordView = z.strictObject({
  id: z.string(),
  name: z.string(),
  state: z.enum(TWIN_STATES),
  /** Percent of the build. */
  progress: z.number(),
  /** Why the last build failed; null unless the state is `failed`. */
  failure: TwinFailure.nullable(),
  /** Whether a failed build can be tried again without another recording; null when that would not help. */
  retry: z.enum(['possible', 'films_gone']).nullable(),
  is_switched_off: z.boolean(),
  /** Whether it was recorded; false for one that borrows the look of a presenter. */
  is_recorded: z.boolean(),
  /** Whether it shows the person who asks, who alone can withdraw it. */
  is_me: z.boolean(),
  /** Whether its finished videos stay after a withdrawal; null as long as it was not withdrawn. */
  keeps_videos: z.boolean().nullable(),
  voice_name: z.string().nullable(),
  thumbnail_url: z.string().nullable(),
  preview_video_url: z.string().nullable(),
  created_at: z.string(),
  /** When the consent ends; null before it is given. */
  expires_at: z.string().nullable(),
  /** Whether the consent ends so soon that the application reminds of it. */
  expires_soon: z.boolean(),
})
export type TwinRecordView = z.infer<typeof TwinRecordView>

/** A twin with what is recorded or built to take its place. */
export const ListedTwinView = TwinRecordView.extend({
  /** Null when it is not being renewed. */
  renewal: TwinRecordView.nullable(),
})
export type ListedTwinView = z.infer<typeof ListedTwinView>

/** One take of a recording. */
export const TakeView = z.strictObject({
  id: z.string(),
  part: z.enum(TAKE_PARTS),
  status: z.enum(['uploading', 'checking', 'accepted', 'refused', 'replaced']),
  chunks: z.number(),
  size_bytes: z.number(),
  seconds: z.number().nullable(),
  /** None for somebody whom it does not show. */
  checks: z.array(TakeCheckView).readonly(),
  /** Plays it back; good for an hour. Null when it is not complete or not kept any more. */
  film_url: z.string().nullable(),
  created_at: z.string(),
})
export type TakeView = z.infer<typeof TakeView>

/** How a saved voice was chosen for the person. */
const VoiceMatchView = z.strictObject({
  method: z.enum(['pitch', 'chosen']),
  f0_hz: z.number(),
  delta_st: z.number(),
})

/** A voice that a twin could speak with. */
const TwinVoiceView = z.strictObject({
  /** Names it in addresses, for example `flite-slt`. */
  slug: z.string(),
  /** For example “Miles (matched to your pitch)”. */
  name: z.string(),
  voice_match: VoiceMatchView.nullable(),
  preview_audio_url: z.string().nullable(),
  is_installed: z.boolean(),
})
type TwinVoiceView = z.infer<typeof TwinVoiceView>

/** The saved voice of a twin, and those that are suggested for the person. */
export const TwinVoicesView = z.strictObject({
  voice: TwinVoiceView.nullable(),
  suggested_voices: z.array(TwinVoiceView).readonly(),
})
export type TwinVoicesView = z.infer<typeof TwinVoicesView>

/** Formats a twin. */
export function twinRecordView(twin: Twin, personId: string | null, media: TwinMedia): TwinRecordView {
  const { expiresAt } = twin
  return {
    id: twin.id,
    name: twin.name,
    state: twin.state,
    progress: twin.progress,
    failure: twin.failure,
    retry: buildRetryOf(twin, new Date()),
    is_switched_off: twin.switchedOff,
    is_recorded: twin.look?.kind !== 'presenter',
    is_me: personId !== null && twin.subjectPersonId === personId,
    keeps_videos: twin.keepsVideos,
    voice_name: twin.voice && voiceLabel(twin.voice),
    ...(twin.state === 'ready' ? twinMedia(twin, media) : { thumbnail_url: null, preview_video_url: null }),
    created_at: twin.createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    expires_soon:
      twin.state === 'ready' &&
      expiresAt !== null &&
      expiresAt.getTime() - Date.now() < REMINDER_DAYS * DAY_MS,
  }
}

/** Formats a take. @param media null for somebody who may not watch it. */
export function takeView(take: Take, media: TwinMedia | null): TakeView {
  const canBeWatched = media !== null && take.hasFilm
  return {
    id: take.id,
    part: take.part,
    status: take.status,
    chunks: take.chunks,
    size_bytes: take.sizeBytes,
    seconds: take.seconds,
    checks: take.checks,
    film_url: canBeWatched ? media.mediaLinks.signTwin(take.twinId, take.id as `tak_${string}`).url : null,
    created_at: take.createdAt.toISOString(),
  }
}

/** A take for colleagues: that it is there, but not how somebody looks and sounds in it. */
export function takeOutline(take: Take): TakeView {
  return { ...takeView(take, null), checks: [] }
}

/** Formats the voices of a twin. */
export function voicesView(
  { voice, pitchHz }: Twin,
  catalogue: readonly CatalogueVoice[],
  supply: Pick<VoiceSupply, 'canSpeak'>,
  publicUrl: string,
): TwinVoicesView {
  const suggested = pitchHz === null ? [] : suggestVoices(catalogue, pitchHz)
  const view = (shown: NonNullable<Twin['voice']>): TwinVoiceView => {
    const { engineVoiceId, match } = shown
    const hasSample = catalogue.find(({ id }) => id === engineVoiceId)?.hasSample !== false
    const slug = voiceSlug(engineVoiceId)
    return {
      slug,
      name: voiceLabel(shown),
      voice_match: match && { method: match.method, f0_hz: match.f0Hz, delta_st: match.deltaSemitones },
      preview_audio_url: hasSample ? `${publicUrl}/media/voices/${slug}/preview.m4a` : null,
      is_installed: supply.canSpeak(engineVoiceId),
    }
  }
  return { voice: voice && view(voice), suggested_voices: suggested.map(view) }
}
