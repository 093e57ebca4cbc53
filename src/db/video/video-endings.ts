import type { WebhookEventType } from '../../domain/webhook/webhook-event.ts'
import type { VideoEnding, VideoEndings } from '../../ports/video/video-endings.ts'
import type { Db } from '../database.ts'
import { isReplayed, isSince, MOST_REPLAYED } from '../event-replays.ts'
import { toVideo, videoColumns } from './video-rows.ts'
import type { VideoColumns } from './video-rows.ts'

/** Endings of videos in PostgreSQL. */
export function createVideoEndings(db: Db): VideoEndings {
  return {
    async of(accountId, videoId) {
      const row = await endings(db, accountId).where('v.id', '=', videoId).executeTakeFirst()
      return row ? toEnding(row) : null
    },
    async since(accountId, eventId) {
      const [isKnown, rows] = await Promise.all([
        isReplayed(db, accountId, eventId),
        endings(db, accountId)
          .where(isSince(accountId, eventId))
          .orderBy('e.created_at')
          .orderBy('e.id')
          .limit(MOST_REPLAYED + 1)
          .execute(),
      ])
      return isKnown && rows.length <= MOST_REPLAYED ? rows.map(toEnding) : null
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
    .where('e.endpoint_id', 'is', null)
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
      endpointId: null,
      subject: { type: 'video', id: video.id },
      type: row.type as WebhookEventType,
      createdAt: row.ended_at,
    },
  }
}
