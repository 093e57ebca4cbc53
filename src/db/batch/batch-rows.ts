import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { ITEM_STATUSES } from '../../domain/batch/batch.ts'
import type {
  Batch,
  BatchItem,
  BatchStatus,
  BatchWithItems,
  ItemError,
  ItemStatus,
} from '../../domain/batch/batch.ts'
import type { VideoStage } from '../../domain/video/video.ts'
import type { Page } from '../../ports/process/page.ts'
import type { Db } from '../database.ts'

/** Reading batches: what became of an item is what its video says, once it has one. */
const STATUS_OF_ITEM = sql<ItemStatus>`
  case when i.status <> 'started' then i.status when v.deleted_at is not null then 'deleted' else v.status end`

interface BatchRow {
  readonly id: string
  readonly account_id: string
  readonly request_id: string
  readonly idempotency_key: string
  readonly title: string | null
  readonly metadata: Record<string, string> | null
  readonly estimated_seconds: number
  readonly status: BatchStatus
  readonly counts: Partial<Record<ItemStatus, number>>
  readonly created_at: Date
  readonly ended_at: Date | null
}

interface ItemRow {
  readonly number: number
  readonly status: ItemStatus
  readonly video_id: string | null
  readonly error: ItemError | null
  readonly request_id: string | null
  readonly failure_stage: VideoStage | null
  readonly failure_reason: string | null
  readonly failed_by_request: boolean | null
  readonly twin_withdrawn: boolean | null
}

/** An account's batch with its items, or null when it does not exist. */
export async function findBatch(db: Db, accountId: string, batchId: string): Promise<BatchWithItems | null> {
  const [batch] = await selectBatches(
    db,
    sql`
    select b.* from batches b where b.account_id = ${accountId} and b.id = ${batchId}`,
  )
  return batch ? { ...batch, items: await selectItems(db, batchId) } : null
}

/** Batches by their ids, whoever has them. */
export function batchesOf(db: Db, batchIds: readonly string[]): Promise<Batch[]> {
  return selectBatches(db, sql`select b.* from batches b where b.id = any(${batchIds})`)
}

/** One page of an account's batches, newest first, or null when `before` is not one of them. */
export async function pageOfBatches(
  db: Db,
  accountId: string,
  limit: number,
  before: string | null,
): Promise<Page<Batch> | null> {
  const mark = before === null ? null : await findMark(db, accountId, before)
  if (mark === undefined) return null
  const older = mark === null ? sql`true` : sql`(b.created_at, b.id) < (${mark.created_at}, ${mark.id})`
  const batches = await selectBatches(
    db,
    sql`
    select b.* from batches b where b.account_id = ${accountId} and ${older}
    order by b.created_at desc, b.id desc limit ${limit + 1}`,
  )
  const items = batches.slice(0, limit)
  return { items, nextBefore: batches.length > limit ? (items.at(-1)?.id ?? null) : null }
}

async function findMark(db: Db, accountId: string, before: string) {
  return db
    .selectFrom('batches')
    .select(['id', 'created_at'])
    .where('account_id', '=', accountId)
    .where('id', '=', before)
    .executeTakeFirst()
}

/** @param wanted selects whole rows. */
async function selectBatches(db: Db, wanted: RawBuilder<unknown>): Promise<Batch[]> {
  const { rows } = await sql<BatchRow>`
    select b.id, b.account_id, b.request_id, b.idempotency_key, b.title, b.metadata, b.estimated_seconds, b.status,
      b.created_at, b.ended_at, c.counts
    from (${wanted}) as b
    cross join lateral (
      select jsonb_object_agg(n.status, n.items) as counts from (
        select ${STATUS_OF_ITEM} as status, count(*) as items
        from batch_items i left join videos v on v.id = i.video_id where i.batch_id = b.id group by 1
      ) as n
    ) as c
    order by b.created_at desc, b.id desc`.execute(db)
  return rows.map(toBatch)
}

async function selectItems(db: Db, batchId: string): Promise<BatchItem[]> {
  const { rows } = await sql<ItemRow>`
    select i.number, ${STATUS_OF_ITEM} as status, i.video_id, i.error, v.request_id, v.failure_stage, v.failure_reason,
      v.failed_by_request, v.twin_withdrawn
    from batch_items i left join videos v on v.id = i.video_id
    where i.batch_id = ${batchId} order by i.number`.execute(db)
  return rows.map(toItem)
}

function toBatch(row: BatchRow): Batch {
  const counts = ITEM_STATUSES.map((status) => [status, row.counts[status] ?? 0])
  return {
    id: row.id,
    accountId: row.account_id,
    requestId: row.request_id,
    idempotencyKey: row.idempotency_key,
    title: row.title,
    metadata: row.metadata,
    estimatedSeconds: row.estimated_seconds,
    status: row.status,
    counts: Object.fromEntries(counts) as Record<ItemStatus, number>,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  }
}

function toItem(row: ItemRow): BatchItem {
  const { number, status, video_id: videoId, error, request_id: requestId, failure_stage: stage } = row
  const hasFailed = status === 'failed' && stage !== null && requestId !== null
  const failure = hasFailed
    ? {
        stage,
        reason: row.failure_reason ?? '',
        byRequest: row.failed_by_request ?? false,
        twinWithdrawn: row.twin_withdrawn ?? false,
        requestId,
      }
    : null
  return { number, status, videoId, error, failure }
}
