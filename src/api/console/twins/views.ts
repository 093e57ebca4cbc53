import type { MediaLinks } from '../../../ports/video/media-links.ts'
import type { TakeCheck, Take, TakePart, TakeStatus } from '../../../domain/twin/twin-take.ts'
import { REMINDER_DAYS } from '../../../domain/twin/twin-consent.ts'
import { buildRetryOf } from '../../../domain/twin/twin-failure.ts'
import type { BuildRetry } from '../../../domain/twin/twin-failure.ts'
import type { VoiceSupply, CatalogueVoice } from '../../../domain/speech/voice.ts'
import { suggestVoices } from '../../../domain/twin/voice-match.ts'
import { voiceLabel } from '../../../domain/twin/twin.ts'
import { voiceSlug } from '../../../domain/speech/voice.ts'
import type { Twin, TwinFailure, TwinState } from '../../../domain/twin/twin.ts'
import { twinMedia } from '../../v1/twins/view.ts'

const DAY_MS = 86_400_000

/** Where pictures and films of twins are. */
export interface TwinMedia {
  readonly publicUrl: string
  readonly mediaLinks: Pick<MediaLinks, 'signTwin'>
}

/** A twin as its account sees it, in whatever state. Times are ISO 8601. */
export interface TwinRecordView {
  readonly id: string
  readonly name: string
  readonly state: TwinState
  /** Percent of the build. */
  readonly progress: number
  /** Of the last build; null unless `failed`. */
  readonly failure: TwinFailure | null
  /** Whether a failed build can be tried again without another recording; null when that would not help. */
  readonly retry: BuildRetry | null
  readonly is_switched_off: boolean
  /** Whether it was recorded; false for one that borrows the look of a presenter. */
  readonly is_recorded: boolean
  /** Whether it shows the person who asks, who alone can withdraw it. */
  readonly is_me: boolean
  /** Whether its finished videos stay after a withdrawal; null as long as it was not withdrawn. */
  readonly keeps_videos: boolean | null
  readonly voice_name: string | null
  readonly thumbnail_url: string | null
  readonly preview_video_url: string | null
  readonly created_at: string
  /** When the consent ends; null before it is given. */
  readonly expires_at: string | null
  /** Whether the consent ends so soon that the application reminds of it. */
  readonly expires_soon: boolean
}

/** A twin with what is recorded or built to take its place. */
export interface ListedTwinView extends TwinRecordView {
  /** Null when it is not being renewed. */
  readonly renewal: TwinRecordView | null
}

/** One take of a recording. */
export interface TakeView {
  readonly id: string
  readonly part: TakePart
  readonly status: TakeStatus
  readonly chunks: number
  readonly size_bytes: number
  readonly seconds: number | null
  /** None for somebody whom it does not show. */
  readonly checks: readonly TakeCheck[]
  /** Plays it back; good for an hour. Null when it is not complete or not kept any more. */
  readonly film_url: string | null
  readonly created_at: string
}

/** How a saved voice was chosen for the person. */
export interface VoiceMatchView {
  readonly method: 'pitch' | 'chosen'
  readonly f0_hz: number
  readonly delta_st: number
}

/** A voice that a twin could speak with. */
export interface TwinVoiceView {
  /** Names it in addresses, for example `flite-slt`. */
  readonly slug: string
  /** For example “Miles (matched to your pitch)”. */
  readonly name: string
  readonly voice_match: VoiceMatchView | null
  readonly preview_audio_url: string | null
  readonly is_installed: boolean
}

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

/** The saved voice of a twin, and those that are suggested for the person. */
export function voicesView(
  { voice, pitchHz }: Twin,
  catalogue: readonly CatalogueVoice[],
  supply: Pick<VoiceSupply, 'canSpeak'>,
  publicUrl: string,
) {
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
