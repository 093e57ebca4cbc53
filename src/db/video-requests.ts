import { sql } from 'kysely'

import { scriptLength } from '../domain/script.ts'
import type { NewVideoRequest } from '../domain/video-request.ts'
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
    })
    .execute()
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
