import { sql } from 'kysely'

import type { Plans } from '../domain/plan.ts'
import { stageAt } from '../domain/video.ts'
import type { LostVideo } from '../domain/video.ts'
import type { DeliveryKey } from '../domain/webhook-delivery.ts'
import type { Leftovers } from '../ports/leftovers.ts'
import type { Db } from './database.ts'

/** One round of housekeeping takes on so much of each sort; the next one comes in minutes. */
const MOST_AT_ONCE = 500

/** Finds the remains of crashes and outages by the rows that record them. */
export function createLeftovers(db: Db, plans: Plans): Leftovers {
  return {
    overdueVideos: (olderThanSeconds, youngerThanSeconds) =>
      selectOverdueVideos(db, olderThanSeconds, youngerThanSeconds),
    overdueDeliveries: (overdueForSeconds) => selectOverdueDeliveries(db, overdueForSeconds),
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
    async forgetSent(olderThanSeconds) {
      await forgetPreviousSecrets(db)
      return forgetBodies(db, olderThanSeconds)
    },
    async openDuePeriods() {
      const seconds = Object.fromEntries([...plans.values()].map((plan) => [plan.id, plan.videoSeconds]))
      const { rows } = await sql<{ opened: number }>`
        select open_due_periods(${JSON.stringify(seconds)}, ${MOST_AT_ONCE}) as opened`.execute(db)
      return rows[0]!.opened
    },
  }
}

async function selectOverdueVideos(
  db: Db,
  olderThanSeconds: number,
  youngerThanSeconds: number | undefined,
): Promise<LostVideo[]> {
  let overdue = db
    .selectFrom('videos')
    .select(['id', 'account_id', 'workflow_id', 'status', 'progress'])
    .where('status', 'in', ['queued', 'rendering'])
    .where('deleted_at', 'is', null)
    .where('created_at', '<', secondsAgo(olderThanSeconds))
  if (youngerThanSeconds !== undefined) {
    overdue = overdue.where('created_at', '>=', secondsAgo(youngerThanSeconds))
  }
  const rows = await overdue.orderBy('created_at').limit(MOST_AT_ONCE).execute()
  return rows.map((row) => ({
    videoId: row.id,
    accountId: row.account_id,
    workflowId: row.workflow_id,
    stage: row.status === 'queued' ? 'reserve' : stageAt(row.progress),
  }))
}

/** By the time of the next attempt; an attempt without one is under way, or was cut off. */
async function selectOverdueDeliveries(db: Db, overdueForSeconds: number): Promise<DeliveryKey[]> {
  const { rows } = await sql<{ id: string; delivery: number }>`
    select e.id, e.delivery from webhook_events e
    left join lateral (
      select coalesce(t.next_attempt_at, t.attempted_at) as due_at from webhook_attempts t
      where t.event_id = e.id and t.delivery = e.delivery order by t.id desc limit 1
    ) as next on true
    where e.status = 'pending' and e.pending_since < ${secondsAgo(overdueForSeconds)}
      and coalesce(next.due_at, e.pending_since) < ${secondsAgo(overdueForSeconds)}
    order by e.pending_since limit ${MOST_AT_ONCE}`.execute(db)
  return rows.map(({ id, delivery }) => ({ eventId: id, delivery }))
}

/** The answer goes with the body: it may repeat it. */
async function forgetBodies(db: Db, olderThanSeconds: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_attempts')
    .set({ request_body: null, response_excerpt: '' })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('webhook_attempts')
        .select('id')
        .where('request_body', 'is not', null)
        .where('attempted_at', '<', secondsAgo(olderThanSeconds))
        .orderBy('attempted_at')
        .limit(MOST_AT_ONCE),
    )
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

async function forgetPreviousSecrets(db: Db): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ previous_webhook_secret: null, previous_webhook_secret_until: null })
    .where('previous_webhook_secret_until', '<', secondsAgo(0))
    .execute()
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
