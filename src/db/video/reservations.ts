import { sql } from 'kysely'

import { KEEP_TEST_VIDEOS_DAYS, TEST_VIDEOS_A_DAY } from '../../domain/account/plan.ts'
import type { Plans } from '../../domain/account/plan.ts'
import type { RefusalCode, Reservation } from '../../domain/video/reservation.ts'
import { MOST_QUEUED_VIDEOS } from '../../domain/video/video.ts'
import { REQUEST_GOOD_FOR_SECONDS } from '../../domain/video/video-request.ts'
import type { Db } from '../database.ts'

/** Accepts a requested video if the account's limits allow it, in one round trip. Safe to repeat. */
export async function reserveVideo(
  db: Db,
  accountId: string,
  videoId: string,
  plans: Plans,
): Promise<Reservation> {
  const limits = JSON.stringify(limitsByPlan(plans))
  const { rows } = await sql<ReservationRow>`
    select outcome, video_id, request_hash
    from reserve_video(${accountId}, ${videoId}, ${limits}, ${REQUEST_GOOD_FOR_SECONDS})`.execute(db)
  return toReservation(rows[0]!)
}

/** Assigns free slots to queued videos. Returns the workflows of the videos that are rendering from now on. */
export async function startQueuedVideos(db: Db, accountId: string, plans: Plans): Promise<string[]> {
  const { rows } = await sql<{ workflow_id: string }>`
    select workflow_id from start_queued_videos(${accountId}, ${JSON.stringify(limitsByPlan(plans))})
      as workflow_id`.execute(db)
  return rows.map((row) => row.workflow_id)
}

interface ReservationRow {
  readonly outcome: 'accepted' | 'queued' | 'existing' | 'withdrawn' | RefusalCode
  readonly video_id: string | null
  readonly request_hash: Buffer | null
}

function toReservation({ outcome, video_id, request_hash }: ReservationRow): Reservation {
  const requestHash = request_hash?.toString('hex') ?? ''
  switch (outcome) {
    case 'accepted':
    case 'queued':
    case 'existing':
      return { outcome, videoId: video_id!, requestHash }
    case 'withdrawn':
      return { outcome }
    default:
      return { outcome: 'refused', code: outcome, requestHash }
  }
}

function limitsByPlan(plans: Plans): Record<string, object> {
  return Object.fromEntries(
    [...plans.values()].map((plan) => [
      plan.id,
      {
        video_seconds: plan.videoSeconds,
        concurrent_videos: plan.concurrentVideos,
        queued_videos: MOST_QUEUED_VIDEOS,
        daily_videos: plan.dailyVideos,
        daily_test_videos: TEST_VIDEOS_A_DAY,
        keep_days: plan.keepDays,
        keep_test_days: KEEP_TEST_VIDEOS_DAYS,
      },
    ]),
  )
}
