import { sql } from 'kysely'
import type { Selectable } from 'kysely'

import type { Twin, TwinFailure, TwinLook, TwinState, TwinVoice, VoiceMatch } from '../../domain/twin/twin.ts'
import { TAKE_PARTS } from '../../domain/twin/twin-take.ts'
import type { Twin as TwinRow } from '../schema.ts'

const storedColumns = [
  'id',
  'account_id',
  'name',
  'switched_off',
  'subject_person_id',
  'renews_id',
  'look',
  'engine_voice_id',
  'voice_name',
  'voice_match',
  'pitch_hz',
  'failure',
  'progress',
  'ready_at',
  'expires_at',
  'keeps_videos',
  'created_at',
] as const

/** A consent ends at its moment, whether housekeeping has come by or not. */
export const currentState = sql<TwinState>`case
  when state in ('building', 'review', 'ready') and expires_at <= clock_timestamp() then 'expired'
  else state end`

/** Whether the accepted film of every part is still kept. */
export const allFilms = sql<boolean>`(
  select count(*) = ${TAKE_PARTS.length} from twin_takes k
  where k.twin_id = twins.id and k.status = 'accepted' and k.forgotten_at is null)`

/** What is read of a twin. */
export const twinColumns = [...storedColumns, currentState.as('state'), allFilms.as('has_all_films')] as const

/** A row with `twinColumns`. */
type Row = Pick<Selectable<TwinRow>, (typeof storedColumns)[number]> & {
  readonly state: TwinState
  readonly has_all_films: boolean
}

/** The twin of a row. */
export function toTwin(row: Row): Twin {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    state: row.state,
    switchedOff: row.switched_off,
    look: toLook(row.look),
    voice: toVoice(row),
    subjectPersonId: row.subject_person_id,
    renewsId: row.renews_id,
    failure: row.failure as unknown as TwinFailure | null,
    hasAllFilms: row.has_all_films,
    progress: row.progress,
    pitchHz: row.pitch_hz,
    expiresAt: row.expires_at,
    keepsVideos: row.keeps_videos,
    readyAt: row.ready_at,
    createdAt: row.created_at,
  }
}

/** The look of a row. */
export function toLook(look: Selectable<TwinRow>['look']): TwinLook | null {
  if (look === null) return null
  const { kind, ...rest } = look as Record<string, string>
  if (kind === 'footage') return { kind, engine: rest['engine'] as 'video', folder: rest['folder'] ?? '' }
  return { kind: 'presenter', presenterId: rest['presenter_id'] ?? '' }
}

/** A look as it is stored. */
export function lookColumn(look: TwinLook | null): string | null {
  if (look === null) return null
  return JSON.stringify(look.kind === 'footage' ? look : { kind: look.kind, presenter_id: look.presenterId })
}

function toVoice({ engine_voice_id: engineVoiceId, voice_name: name, voice_match }: Row): TwinVoice | null {
  if (engineVoiceId === null) return null
  const match = voice_match as { method: VoiceMatch['method']; f0_hz: number; delta_st: number } | null
  return {
    engineVoiceId,
    name: name ?? '',
    match: match && { method: match.method, f0Hz: match.f0_hz, deltaSemitones: match.delta_st },
  }
}

/** A voice as it is stored. */
export function voiceColumns(voice: TwinVoice | null) {
  const match = voice?.match ?? null
  return {
    engine_voice_id: voice?.engineVoiceId ?? null,
    voice_name: voice?.name ?? null,
    voice_match:
      match && JSON.stringify({ method: match.method, f0_hz: match.f0Hz, delta_st: match.deltaSemitones }),
  }
}
