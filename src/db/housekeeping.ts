import { sql } from 'kysely'

import type { Plans } from '../domain/plan.ts'
import { stageAt } from '../domain/video.ts'
import type { LostVideo } from '../domain/video.ts'
import type { Leftovers } from '../ports.ts'
import type { Db } from './database.ts'

/** One round of housekeeping takes on so much of each sort; the next one comes in minutes. */
const MOST_AT_ONCE = 200

/** What was left behind, by the rows that tell of it. */
export function createLeftovers(db: Db, plans: Plans): Leftovers {
  return {
    overdueVideos: (olderThanSeconds) => selectOverdueVideos(db, olderThanSeconds),
    waitingEvents: (olderThanSeconds, silentForSeconds) =>
      selectWaitingEvents(db, olderThanSeconds, silentForSeconds),
    async removeRequests(olderThanSeconds) {
      const { numDeletedRows } = await db
        .deleteFrom('video_requests')
        .where('requested_at', '<', secondsAgo(olderThanSeconds))
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
    unsweptVideos: (endedForSeconds) => selectUnsweptVideos(db, endedForSeconds),
    async swept(videoId) {
      await db
        .updateTable('videos')
        .set({ swept_at: sql`clock_timestamp()` })
        .where('id', '=', videoId)
        .execute()
    },
    async openDuePeriods() {
      const seconds = Object.fromEntries([...plans.values()].map((plan) => [plan.id, plan.videoSeconds]))
      const { rows } = await sql<{ opened: number }>`
        select open_due_periods(${JSON.stringify(seconds)}, ${MOST_AT_ONCE}) as opened`.execute(db)
      return rows[0]!.opened
    },
  }
}

async function selectOverdueVideos(db: Db, olderThanSeconds: number): Promise<LostVideo[]> {
  const rows = await db
    .selectFrom('videos')
    .select(['id', 'account_id', 'workflow_id', 'progress'])
    .where('status', 'in', ['queued', 'rendering'])
    .where('deleted_at', 'is', null)
    .where('created_at', '<', secondsAgo(olderThanSeconds))
    .orderBy('created_at')
    .limit(MOST_AT_ONCE)
    .execute()
  return rows.map((row) => ({
    videoId: row.id,
    accountId: row.account_id,
    workflowId: row.workflow_id,
    stage: stageAt(row.progress),
  }))
}

/** Those that were attempted lately have a delivery, which waits for the next attempt. */
async function selectWaitingEvents(
  db: Db,
  olderThanSeconds: number,
  silentForSeconds: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook_events as e')
    .select('e.id')
    .where('e.status', '=', 'pending')
    .where('e.created_at', '<', secondsAgo(olderThanSeconds))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_attempts as t')
            .select('t.attempt')
            .whereRef('t.event_id', '=', 'e.id')
            .where('t.attempted_at', '>', secondsAgo(silentForSeconds)),
        ),
      ),
    )
    .orderBy('e.created_at')
    .limit(MOST_AT_ONCE)
    .execute()
  return rows.map(({ id }) => id)
}

async function selectUnsweptVideos(db: Db, endedForSeconds: number) {
  const rows = await db
    .selectFrom('videos')
    .select(['id', 'status', 'deleted_at'])
    .where(sql<boolean>`(swept_at is null or swept_at < deleted_at)`)
    .where(sql<boolean>`(deleted_at is not null or completed_at is not null)`)
    .where(sql<Date>`coalesce(deleted_at, completed_at)`, '<', secondsAgo(endedForSeconds))
    .orderBy(sql`coalesce(deleted_at, completed_at)`)
    .limit(MOST_AT_ONCE)
    .execute()
  return rows.map((row) => ({
    videoId: row.id,
    keepFinished: row.status === 'ready' && row.deleted_at === null,
  }))
}

/** By the database's clock, which all processes share. */
function secondsAgo(seconds: number) {
  return sql<Date>`clock_timestamp() - make_interval(secs => ${seconds})`
}
