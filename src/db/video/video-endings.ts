import { sql } from 'kysely'

import type { WebhookEventType } from '../../domain/webhook/webhook-event.ts'
import type { VideoEnding, VideoEndings } from '../../ports/video/video-endings.ts'
import type { Db } from '../database.ts'
import { toVideo, videoColumns } from './video-rows.ts'
import type { VideoColumns } from './video-rows.ts'

/** How long what a client has missed can be sent again. */
const REPLAYED_FOR_SECONDS = 24 * 60 * 60

/** A transaction is committed after the moment that its event bears, by so much at most. */
const COMMITTED_WITHIN_SECONDS = 5

/** As many as the largest plan makes in a day. */
const MOST_REPLAYED = 1_000

/** Endings of videos in PostgreSQL. */
export function createVideoEndings(db: Db): VideoEndings {
  return {
    async of(accountId, videoId) {
      const row = await endings(db, accountId).where('v.id', '=', videoId).executeTakeFirst()
      return row ? toEnding(row) : null
    },
    async since(accountId, eventId) {
      const since = db
        .selectFrom('webhook_events')
        .select('created_at')
        .where('account_id', '=', accountId)
        .where('id', '=', eventId)
        .where(
          'created_at',
          '>',
          sql<Date>`clock_timestamp() - make_interval(secs => ${REPLAYED_FOR_SECONDS})`,
        )
      const [known, rows] = await Promise.all([
        since.executeTakeFirst(),
        endings(db, accountId)
          .where('e.id', '!=', eventId)
          .where('e.created_at', '>', (eb) =>
            eb(since, '-', sql<Date>`make_interval(secs => ${COMMITTED_WITHIN_SECONDS})`),
          )
          .orderBy('e.created_at')
          .orderBy('e.id')
          .limit(MOST_REPLAYED + 1)
          .execute(),
      ])
      return known === undefined || rows.length > MOST_REPLAYED ? null : rows.map(toEnding)
    },
  }
}

function endings(db: Db, accountId: string) {
  return db
    .selectFrom('webhook_events as e')
    .innerJoin('videos as v', 'v.id', 'e.video_id')
    .select(videoColumns.map((column) => `v.${column}` as const))
    .select(['e.id as event_id', 'e.type', 'e.created_at as ended_at'])
    .where('e.account_id', '=', accountId)
    .where('e.ends_subject', '=', true)
    .where('v.deleted_at', 'is', null)
}

/** What is read of a video that has ended, and of the event of its end. */
export type EndingColumns = VideoColumns & {
  readonly event_id: string
  readonly type: string
  readonly ended_at: Date
}

/** The ending of a row. */
export function toEnding(row: EndingColumns): VideoEnding {
  const video = toVideo(row)
  return {
    video,
    event: {
      id: row.event_id,
      accountId: video.accountId,
      subject: { type: 'video', id: video.id },
      type: row.type as WebhookEventType,
      createdAt: row.ended_at,
    },
  }
}
