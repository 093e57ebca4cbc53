import { sql } from 'kysely'
import type { RawBuilder, SelectQueryBuilder } from 'kysely'

import type { Plans } from '../domain/account/plan.ts'
import { stageAt } from '../domain/video/video.ts'
import type { Orphans } from '../ports/process/orphans.ts'
import type { Db } from './database.ts'
import { ENDED_ROWS, removeEndedRows } from './ended-rows.ts'
import type { DB } from './schema.ts'

/** Rows of one portion: few enough that a statement is short, and many enough that statements are few. */
const PORTION = 500

/** Finds the remains of crashes and outages by the rows that record them. */
export function createOrphans(db: Db, plans: Plans): Orphans {
  return {
    overdueVideos: (olderThanSeconds, youngerThanSeconds) =>
      overdueVideos(db, olderThanSeconds, youngerThanSeconds),
    overdueBatches: (olderThanSeconds) => overdueBatches(db, olderThanSeconds),
    overdueDeliveries: (overdueForSeconds) => overdueDeliveries(db, overdueForSeconds),
    async removeRequests(olderThanSeconds) {
      const { numDeletedRows } = await db
        .deleteFrom('video_requests')
        .where('requested_at', '<', secondsAgo(olderThanSeconds))
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
    async *removeEnded() {
      for (const ended of ENDED_ROWS) yield* whileFull(() => removeEndedRows(db, ended, PORTION))
    },
    expiredVideos: () => expiredVideos(db),
    unsweptVideos: (endedForSeconds) => unsweptVideos(db, endedForSeconds),
    async swept(videoId) {
      await db
        .updateTable('videos')
        .set({ swept_at: sql`clock_timestamp()` })
        .where('id', '=', videoId)
        .execute()
    },
    async *forgetSent(olderThanSeconds) {
      await forgetPreviousSecrets(db)
      yield* whileFull(() => forgetBodies(db, olderThanSeconds))
    },
    openDuePeriods() {
      const seconds = Object.fromEntries([...plans.values()].map((plan) => [plan.id, plan.videoSeconds]))
      return whileFull(async () => {
        const { rows } = await sql<{ opened: number }>`
          select open_due_periods(${JSON.stringify(seconds)}, ${PORTION}) as opened`.execute(db)
        return rows[0]!.opened
      })
    },
  }
}

/** Reads portion after portion, each from the last row of the one before it: rows that stay as they are come once. */
async function* portions<Row>(read: (after: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let last: Row | undefined
  for (;;) {
    const rows = await read(last)
    if (rows.length > 0) yield rows
    if (rows.length < PORTION) return
    last = rows.at(-1)
  }
}

/** Where a row is in the order of a time and the id. */
interface Place {
  /** With the microseconds of the database, which a moment of ours would lose: the row would be found again. */
  readonly place_at: string
  readonly place_id: string
}

/** Reads what a statement finds, portion after portion, in the order of a time and the id. */
function inOrder<Table extends keyof DB, Row>(
  found: SelectQueryBuilder<DB, Table, Row>,
  time: RawBuilder<Date>,
): AsyncGenerator<(Row & Place)[]> {
  const ordered = found
    .select([sql<string>`(${time})::text`.as('place_at'), sql<string>`id`.as('place_id')])
    .orderBy(time)
    .orderBy(sql`id`)
    .limit(PORTION)
  return portions<Row & Place>(async (after) => {
    const rest =
      after === undefined
        ? ordered
        : ordered.where(sql<boolean>`(${time}, id) > (${after.place_at}::timestamptz, ${after.place_id})`)
    return (await rest.execute()) as (Row & Place)[]
  })
}

/** Repeats what takes a portion away until there is no whole one left. */
async function* whileFull(take: () => Promise<number>): AsyncGenerator<number> {
  let taken = PORTION
  while (taken === PORTION) {
    taken = await take()
    yield taken
  }
}

const CREATED_AT = sql<Date>`created_at`

async function* overdueVideos(db: Db, olderThanSeconds: number, youngerThanSeconds: number | undefined) {
  let overdue = db
    .selectFrom('videos')
    .select(['id', 'account_id', 'workflow_id', 'status', 'progress', 'test_outcome', 'request_id'])
    .where('status', 'in', ['queued', 'rendering'])
    .where('deleted_at', 'is', null)
    .where('created_at', '<', secondsAgo(olderThanSeconds))
  if (youngerThanSeconds !== undefined) {
    overdue = overdue.where('created_at', '>=', secondsAgo(youngerThanSeconds))
  }
  for await (const rows of inOrder(overdue, CREATED_AT)) {
    yield rows.map((row) => ({
      videoId: row.id,
      accountId: row.account_id,
      workflowId: row.workflow_id,
      stage: row.status === 'queued' ? ('reserve' as const) : stageAt(row.progress),
      testOutcome: row.test_outcome,
      requestId: row.request_id,
    }))
  }
}

async function* overdueBatches(db: Db, olderThanSeconds: number) {
  const running = db
    .selectFrom('batches')
    .select(['id', 'account_id'])
    .where('status', '=', 'running')
    .where('created_at', '<', secondsAgo(olderThanSeconds))
  for await (const rows of inOrder(running, CREATED_AT)) {
    yield rows.map((row) => ({ accountId: row.account_id, batchId: row.id }))
  }
}

/** By the time of the next attempt; an attempt without one is under way, or was cut off. */
async function* overdueDeliveries(db: Db, overdueForSeconds: number) {
  // The time as text, as above. The statement is one that Kysely cannot say.
  const read = async (after?: { pending_since: string; id: string }) => {
    const { rows } = await sql<{ id: string; delivery: number; pending_since: string }>`
      select e.id, e.delivery, e.pending_since::text as pending_since from webhook_events e
      left join lateral (
        select coalesce(t.next_attempt_at, t.attempted_at) as due_at from webhook_attempts t
        where t.event_id = e.id and t.delivery = e.delivery order by t.id desc limit 1
      ) as next on true
      where e.status = 'pending' and e.pending_since < ${secondsAgo(overdueForSeconds)}
        and coalesce(next.due_at, e.pending_since) < ${secondsAgo(overdueForSeconds)}
        and ${after ? sql`(e.pending_since, e.id) > (${after.pending_since}::timestamptz, ${after.id})` : sql`true`}
      order by e.pending_since, e.id limit ${PORTION}`.execute(db)
    return rows
  }
  for await (const rows of portions(read)) yield rows.map(({ id, delivery }) => ({ eventId: id, delivery }))
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
        .limit(PORTION),
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
  await db
    .updateTable('event_endpoints')
    .set({ previous_secret: null, previous_secret_until: null })
    .where('previous_secret_until', '<', secondsAgo(0))
    .execute()
}

async function* expiredVideos(db: Db) {
  const expired = db
    .selectFrom('videos')
    .select(['id', 'account_id'])
    .where('deleted_at', 'is', null)
    .where('expires_at', '<', secondsAgo(0))
  for await (const rows of inOrder(expired, sql<Date>`expires_at`)) {
    yield rows.map((row) => ({ videoId: row.id, accountId: row.account_id }))
  }
}

async function* unsweptVideos(db: Db, endedForSeconds: number) {
  const endedAt = sql<Date>`coalesce(deleted_at, completed_at)`
  const unswept = db
    .selectFrom('videos')
    .select(['id', 'status', 'deleted_at'])
    .where(sql<boolean>`(swept_at is null or swept_at < deleted_at)`)
    .where(sql<boolean>`(deleted_at is not null or completed_at is not null)`)
    .where(endedAt, '<', secondsAgo(endedForSeconds))
  for await (const rows of inOrder(unswept, endedAt)) {
    yield rows.map((row) => ({
      videoId: row.id,
      keepFinished: row.status === 'ready' && row.deleted_at === null,
    }))
  }
}

/**
 * By the database's clock, which all processes share. It stands still within a statement, so that an index finds what is
 * older: the clock that goes on could be different for each row, and every row would have to be asked.
 */
function secondsAgo(seconds: number) {
  return sql<Date>`statement_timestamp() - make_interval(secs => ${seconds})`
}
