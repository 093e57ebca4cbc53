import { sql } from 'kysely'
import type { Insertable, Selectable } from 'kysely'

import { ownerIdOf } from '../../domain/account/account.ts'
import type { Account } from '../../domain/account/account.ts'
import type { Pronunciation } from '../../domain/speech/pronunciation.ts'
import type { RateLimitStatus, WantedPlace } from '../../domain/account/rate-limit.ts'
import { scriptLength } from '../../domain/speech/script.ts'
import { USUAL_OPTIONS } from '../../domain/video/video-options.ts'
import type { VideoOptions } from '../../domain/video/video-options.ts'
import type {
  CreationLookup,
  KeptRequest,
  KeyUse,
  NewVideoRequest,
} from '../../domain/video/video-request.ts'
import type { Db } from '../database.ts'
import { hitRateLimits, toRateLimits } from '../rate-limits.ts'
import type { LimitRow } from '../rate-limits.ts'
import type { Video, VideoRequest } from '../schema.ts'

/** What the idempotency key was used for, and how the account pronounces words, in one round trip. */
export async function lookUpForCreation(
  db: Db,
  account: Account,
  idempotencyKey: string | null,
): Promise<CreationLookup> {
  const { rows } = await sql<LookupRow>`
    select v.id, v.request_hash, v.deleted_at, p.pronunciations
    from (
      select coalesce(jsonb_agg(jsonb_build_object('word', word, 'sayAs', say_as) order by word), '[]') as pronunciations
      from pronunciations where account_id = ${ownerIdOf(account)}
    ) p
    left join videos v on v.account_id = ${account.id} and v.idempotency_key = ${idempotencyKey}`.execute(db)
  const row = rows[0]!
  return { use: row.id === null ? null : toKeyUse(row), pronunciations: row.pronunciations }
}

type LookupRow = { readonly pronunciations: Pronunciation[] } & (KeyUseRow | { readonly id: null })

type KeyUseRow = Pick<Selectable<Video>, 'id' | 'request_hash' | 'deleted_at'>

/** What a key was used for, of the row of its video. */
export function toKeyUse(row: KeyUseRow): KeyUse {
  return { videoId: row.id, requestHash: row.request_hash.toString('hex'), deleted: row.deleted_at !== null }
}

/**
 * Records a request for a video, which is later reserved or withdrawn.
 *
 * @param place is taken first; when one of its limits is full, nothing is recorded.
 * @returns how each of its limits stands then; null without a place.
 */
export async function insertVideoRequest(
  db: Db,
  request: NewVideoRequest,
  place?: WantedPlace,
): Promise<readonly RateLimitStatus[] | null> {
  const row = toRow(request)
  if (place === undefined) {
    await db.insertInto('video_requests').values(row).execute()
    return null
  }
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
  const { rows } = await sql<LimitRow>`
    with place as (${hitRateLimits(place.limits)}),
      noted as (
        insert into "video_requests" (${columns})
        select ${sql.join(Object.values(row))} where not exists (select from place where was_full)
      )
    select was_full, remaining, seconds_to_next_place from place`.execute(db)
  return toRateLimits(place.limits, rows)
}

function toRow(request: NewVideoRequest): Insertable<VideoRequest> {
  const { script, presenterId, twinId, voiceId, title, webhookUrl, metadata, options, queue } =
    request.request
  return {
    video_id: request.videoId,
    account_id: request.accountId,
    idempotency_key: request.idempotencyKey,
    request_hash: Buffer.from(request.requestHash, 'hex'),
    request_id: request.requestId,
    workflow_id: request.workflowId,
    origin: request.origin,
    presenter_id: presenterId,
    twin_id: twinId,
    voice_id: voiceId,
    engine_voice_id: request.engineVoiceId,
    presenter_name: request.presenterName,
    title,
    webhook_url: webhookUrl,
    metadata: metadata && JSON.stringify(metadata),
    options: JSON.stringify(options),
    queue,
    script,
    script_characters: scriptLength(script),
    pronunciations: JSON.stringify(request.pronunciations),
    estimated_seconds: request.estimatedSeconds,
    needed_seconds: request.neededSeconds,
    hold_seconds: request.holdSeconds,
    test_outcome: request.testOutcome,
    batch_id: request.batchItem?.batchId ?? null,
    batch_item: request.batchItem?.number ?? null,
  }
}

/** What a video was asked for with, which is kept with the video once it is accepted. */
export async function findVideoRequest(
  db: Db,
  accountId: string,
  videoId: string,
): Promise<KeptRequest | null> {
  const row = await db
    .selectFrom('videos')
    .innerJoin('video_scripts', 'video_scripts.video_id', 'videos.id')
    .select(['script', 'presenter_id', 'twin_id', 'voice_id', 'title', 'webhook_url', 'metadata', 'options'])
    .select('idempotency_key')
    .where('account_id', '=', accountId)
    .where('id', '=', videoId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const request = {
    script: row.script,
    presenterId: row.presenter_id,
    twinId: row.twin_id,
    voiceId: row.voice_id,
    title: row.title,
    webhookUrl: row.webhook_url,
    metadata: row.metadata as Record<string, string> | null,
    options: { ...USUAL_OPTIONS, ...(row.options as Partial<VideoOptions>) },
  }
  return { request, idempotencyKey: row.idempotency_key }
}

/**
 * Withdraws a request and all others of its account with the same idempotency key. Returns the id of the video when it
 * was reserved before, or else null.
 */
export async function withdrawVideoRequest(
  db: Db,
  accountId: string,
  videoId: string,
  idempotencyKey: string | null,
): Promise<string | null> {
  const { rows } = await sql<{ video_id: string | null }>`
    select withdraw_request(${accountId}, ${videoId}, ${idempotencyKey}) as video_id`.execute(db)
  return rows[0]?.video_id ?? null
}
