import { sql } from 'kysely'

import { scriptLength } from '../domain/script.ts'
import { USUAL_OPTIONS } from '../domain/video-options.ts'
import type { VideoOptions } from '../domain/video-options.ts'
import type { KeptRequest, NewVideoRequest } from '../domain/video-request.ts'
import type { Db } from './database.ts'

/** Records a request for a video, which is later reserved or withdrawn. */
export async function insertVideoRequest(db: Db, request: NewVideoRequest): Promise<void> {
  const { script, presenterId, twinId, voiceId, title, webhookUrl, metadata, options, queue } =
    request.request
  await db
    .insertInto('video_requests')
    .values({
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
      expected_seconds: request.expectedSeconds,
      estimated_seconds: request.estimatedSeconds,
    })
    .execute()
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
