import { sql } from 'kysely'
import { DatabaseError } from 'pg'

import { priceSeconds } from '../../domain/billing/price.ts'
import type { Pronunciation } from '../../domain/speech/pronunciation.ts'
import type { VideoScript } from '../../domain/speech/script.ts'
import type { KnownFailure } from '../../domain/video/failure-cause.ts'
import type { VideoEdit, VideoFailure } from '../../domain/video/video.ts'
import { MOST_METADATA_PAIRS } from '../../domain/video/video.ts'
import { SCRIPT_BEGINNING } from '../../domain/video/video-name.ts'
import { WORK_SECONDS } from '../../domain/video/waiting.ts'
import { UnknownVideo } from '../../domain/video/unknown-video.ts'
import type { EndEvent } from '../../domain/webhook/webhook-event.ts'
import type { Videos } from '../../ports/video/videos.ts'
import type { Db } from '../database.ts'
import { reserveVideo, startQueuedVideos } from './reservations.ts'
import { storableText } from '../storable-text.ts'
import {
  findVideoRequest,
  insertVideoRequest,
  lookUpForCreation,
  toKeyUse,
  withdrawVideoRequest,
} from './video-requests.ts'
import { pageOfVideos } from './video-pages.ts'
import { toVideo, videoColumns } from './video-rows.ts'

/** Characters of `failure_reason`. */
const LONGEST_REASON = 1000
/** Characters of `video_failures.detail`. */
const LONGEST_DETAIL = 300

/** Videos in PostgreSQL. */
export function createVideos(db: Db): Videos {
  return {
    lookUp: (account, key) => lookUpForCreation(db, account, key),
    request: (request, place) => insertVideoRequest(db, request, place),
    withdraw: (accountId, videoId, key) => withdrawVideoRequest(db, accountId, videoId, key),
    reserve: (accountId, videoId, plans) => reserveVideo(db, accountId, videoId, plans),
    startQueued: (accountId, plans) => startQueuedVideos(db, accountId, plans),
    find: (accountId, videoId) => findVideo(db, accountId, videoId),
    isReady: (videoId) => isReady(db, videoId),
    requestOf: (accountId, videoId) => findVideoRequest(db, accountId, videoId),
    findByKey: (accountId, key) => findVideoByKey(db, accountId, key),
    page: (accountId, limit, before, filter) => pageOfVideos(db, accountId, limit, before, filter),
    secondsUntilFreeSlot: (accountId) => secondsUntilFreeSlot(db, accountId),
    script: (videoId) => findScript(db, videoId),
    scriptBeginnings: (videoIds) => findScriptBeginnings(db, videoIds),
    recordProgress: (videoId, progress) => raiseProgress(db, videoId, progress),
    publish: (accountId, videoId, seconds, eventId) =>
      publishVideo(db, accountId, videoId, seconds, eventId).catch(unlessUnknown(videoId)),
    fail: (accountId, videoId, failure, eventId) =>
      failVideo(db, accountId, videoId, failure, eventId).catch(unlessUnknown(videoId)),
    noteFailure: (videoId, known) => noteFailure(db, videoId, known),
    edit: (accountId, videoId, edit) => editVideo(db, accountId, videoId, edit),
    delete: (accountId, videoId) => deleteVideo(db, accountId, videoId),
  }
}

async function findVideo(db: Db, accountId: string, videoId: string) {
  const row = await db
    .selectFrom('videos')
    .select(videoColumns)
    .where('account_id', '=', accountId)
    .where('id', '=', videoId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? toVideo(row) : null
}

async function isReady(db: Db, videoId: string): Promise<boolean> {
  const row = await db
    .selectFrom('videos')
    .select('id')
    .where('id', '=', videoId)
    .where('status', '=', 'ready')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

async function findVideoByKey(db: Db, accountId: string, idempotencyKey: string) {
  const row = await db
    .selectFrom('videos')
    .select(['id', 'request_hash', 'deleted_at'])
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
  return row ? toKeyUse(row) : null
}

async function secondsUntilFreeSlot(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('videos')
    .select(
      sql<number>`min(${WORK_SECONDS.least}::float8 + reserved_seconds * ${WORK_SECONDS.perSecond}::float8
        - extract(epoch from clock_timestamp() - created_at))`.as('seconds'),
    )
    .where('account_id', '=', accountId)
    .where('status', '=', 'rendering')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return Math.max(1, Math.ceil(row?.seconds ?? 1))
}

async function findScript(db: Db, videoId: string): Promise<VideoScript | null> {
  const row = await db
    .selectFrom('video_scripts')
    .select(['script', 'pronunciations'])
    .where('video_id', '=', videoId)
    .executeTakeFirst()
  return row ? { text: row.script, pronunciations: row.pronunciations as unknown as Pronunciation[] } : null
}

async function findScriptBeginnings(db: Db, videoIds: readonly string[]) {
  if (videoIds.length === 0) return new Map<string, string>()
  const rows = await db
    .selectFrom('video_scripts')
    .select(['video_id', sql<string>`left(script, ${sql.lit(SCRIPT_BEGINNING)})`.as('beginning')])
    .where('video_id', '=', sql<string>`any(${[...videoIds]})`)
    .execute()
  return new Map(rows.map(({ video_id: videoId, beginning }) => [videoId, beginning]))
}

async function raiseProgress(db: Db, videoId: string, progress: number): Promise<void> {
  await db
    .updateTable('videos')
    .set({ progress })
    .where('id', '=', videoId)
    .where('status', '=', 'rendering')
    .where('progress', '<', progress)
    .execute()
}

async function publishVideo(db: Db, accountId: string, videoId: string, seconds: number, eventId: string) {
  const { rows } = await sql<EndEventColumns>`
    select * from publish_video(${accountId}, ${videoId}, ${seconds}, ${priceSeconds(seconds)}, ${eventId})`.execute(
    db,
  )
  return toEndEvent(rows)
}

async function failVideo(db: Db, accountId: string, videoId: string, failure: VideoFailure, eventId: string) {
  const { stage, reason, byRequest, twinWithdrawn = false } = failure
  const { rows } = await sql<EndEventColumns>`
    select * from fail_video(${accountId}, ${videoId}, ${stage}, ${storableText(reason, LONGEST_REASON)},
      ${byRequest}, ${twinWithdrawn}, ${eventId})`.execute(db)
  return toEndEvent(rows)
}

interface EndEventColumns {
  readonly event_id: string
  readonly is_pending: boolean
}

function toEndEvent([row]: readonly EndEventColumns[]): EndEvent | null {
  return row ? { eventId: row.event_id, isPending: row.is_pending } : null
}

async function noteFailure(db: Db, videoId: string, known: KnownFailure): Promise<void> {
  const { cause, step, worker, detail } = known
  await db
    .insertInto('video_failures')
    .values({
      video_id: videoId,
      cause,
      step,
      worker,
      detail: detail && storableText(detail, LONGEST_DETAIL),
    })
    .onConflict((row) => row.column('video_id').doNothing())
    .execute()
}

/** What PostgreSQL calls a row that has to be there and is not. */
const NO_DATA_FOUND = 'P0002'

function unlessUnknown(videoId: string) {
  return (error: unknown): never => {
    if (error instanceof DatabaseError && error.code === NO_DATA_FOUND) throw new UnknownVideo(videoId)
    throw error
  }
}

async function editVideo(db: Db, accountId: string, videoId: string, edit: VideoEdit) {
  const { rows } = await sql<{ outcome: 'edited' | 'not_found' | 'too_many_pairs' }>`
    select edit_video(${accountId}, ${videoId}, ${JSON.stringify(edit)}, ${MOST_METADATA_PAIRS}) as outcome`.execute(
    db,
  )
  const { outcome } = rows[0]!
  return outcome === 'too_many_pairs' ? outcome : findVideo(db, accountId, videoId)
}

async function deleteVideo(db: Db, accountId: string, videoId: string) {
  const { rows } = await sql<{ workflow_id: string; was_unfinished: boolean }>`
    select workflow_id, was_unfinished from delete_video(${accountId}, ${videoId})`.execute(db)
  const deleted = rows[0]
  return deleted ? { workflowId: deleted.workflow_id, wasUnfinished: deleted.was_unfinished } : null
}
