import { sql } from 'kysely'

import type { BatchKey, ItemKey, ItemToStart, NewBatch } from '../../domain/batch/batch.ts'
import { itemKey } from '../../domain/batch/item-key.ts'
import { USUAL_OPTIONS } from '../../domain/video/video-options.ts'
import type { VideoRequest } from '../../domain/video/video.ts'
import type { Batches, BatchKeyUse } from '../../ports/batch/batches.ts'
import type { Db } from '../database.ts'
import { findBatch, pageOfBatches } from './batch-rows.ts'

/** Batches in PostgreSQL. */
export function createBatches(db: Db): Batches {
  return {
    async lookUp(accountId, idempotencyKey) {
      const [use, running] = await Promise.all([
        findKeyUse(db, accountId, idempotencyKey),
        runningBatches(db, accountId),
      ])
      return { use, running: running.length }
    },
    create: (batch) => createBatch(db, batch),
    find: (accountId, batchId) => findBatch(db, accountId, batchId),
    page: (accountId, limit, before) => pageOfBatches(db, accountId, limit, before),
    waiting: (batch) => waitingItems(db, batch),
    toStart: (item) => findItemToStart(db, item),
    started: (item, videoId) => decide(db, item, { status: 'started', video_id: videoId }),
    failed: (item, error) => decide(db, item, { status: 'failed', error: JSON.stringify(error) }),
    finish: (batch, eventId) => finishBatch(db, batch, eventId),
    cancel: (batch, eventId) => cancelBatch(db, batch, eventId),
    running: (accountId) => runningBatches(db, accountId),
  }
}

async function findKeyUse(db: Db, accountId: string, idempotencyKey: string): Promise<BatchKeyUse | null> {
  const row = await db
    .selectFrom('batches')
    .select(['id', 'request_hash'])
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
  return row ? { batchId: row.id, requestHash: row.request_hash.toString('hex') } : null
}

async function runningBatches(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('batches')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', '=', 'running')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The batch and its items in one statement: whichever comes second with its key keeps nothing. */
async function createBatch(db: Db, batch: NewBatch): Promise<BatchKeyUse> {
  const { caller, metadata } = batch
  const requests = batch.items.map((item) => ('request' in item ? JSON.stringify(item.request) : null))
  const errors = batch.items.map((item) => ('error' in item ? JSON.stringify(item.error) : null))
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into batches (id, account_id, idempotency_key, request_hash, request_id, key_id, person_id, title, metadata,
        estimated_seconds)
      values (${batch.id}, ${batch.accountId}, ${batch.idempotencyKey}, ${Buffer.from(batch.requestHash, 'hex')},
        ${batch.requestId}, ${caller.kind === 'key' ? caller.keyId : null},
        ${caller.kind === 'person' ? caller.personId : null}, ${batch.title},
        ${metadata && JSON.stringify(metadata)}, ${batch.estimatedSeconds})
      on conflict (account_id, idempotency_key) do nothing
      returning id
    ), its_items as (
      insert into batch_items (batch_id, number, status, request, error)
      select made.id, i.number, case when i.error is null then 'waiting' else 'failed' end, i.request::json, i.error::json
      from made, unnest(${requests}::text[], ${errors}::text[]) with ordinality as i (request, error, number)
    )
    select id from made`.execute(db)
  if (rows.length === 1) return { batchId: batch.id, requestHash: batch.requestHash }
  // No batch is ever removed.
  return (await findKeyUse(db, batch.accountId, batch.idempotencyKey))!
}

async function waitingItems(db: Db, { accountId, batchId }: BatchKey): Promise<number[] | null> {
  const { rows } = await sql<{ numbers: number[] }>`
    select array(
      select i.number from batch_items i where i.batch_id = b.id and i.status = 'waiting' order by i.number
    ) as numbers
    from batches b where b.id = ${batchId} and b.account_id = ${accountId}`.execute(db)
  return rows[0]?.numbers ?? null
}

async function findItemToStart(
  db: Db,
  { accountId, batchId, number }: ItemKey,
): Promise<ItemToStart | 'decided' | 'over'> {
  const row = await db
    .selectFrom('batches as b')
    .innerJoin('batch_items as i', 'i.batch_id', 'b.id')
    .leftJoin('api_keys as k', 'k.id', 'b.key_id')
    .select(['b.status', 'b.idempotency_key', 'b.request_id', 'b.key_id', 'b.person_id', 'i.request'])
    .select('k.webhook_url')
    .where('b.id', '=', batchId)
    .where('b.account_id', '=', accountId)
    .where('i.number', '=', number)
    .executeTakeFirst()
  if (row?.status !== 'running') return 'over'
  if (row.request === null) return 'decided'
  const { key_id: keyId, person_id: personId } = row
  return {
    request: toRequest(row.request as unknown as VideoRequest),
    idempotencyKey: itemKey(row.idempotency_key, number),
    requestId: row.request_id,
    usualWebhookUrl: row.webhook_url,
    caller:
      keyId === null ? { kind: 'person', personId: personId!, accountId } : { kind: 'key', keyId, accountId },
  }
}

/** As a later release would read the same body: with the usual value of an option that the batch was kept without. */
function toRequest(kept: VideoRequest): VideoRequest {
  return { ...kept, options: { ...USUAL_OPTIONS, ...kept.options } }
}

type Decision =
  | { readonly status: 'started'; readonly video_id: string }
  | { readonly status: 'failed'; readonly error: string }

async function decide(db: Db, { accountId, batchId, number }: ItemKey, decision: Decision): Promise<void> {
  await db
    .updateTable('batch_items')
    .set({ ...decision, request: null })
    .where('batch_id', '=', batchId)
    .where('number', '=', number)
    .where('status', '=', 'waiting')
    .where((eb) =>
      eb.exists(
        eb.selectFrom('batches').select('id').where('id', '=', batchId).where('account_id', '=', accountId),
      ),
    )
    .execute()
}

async function finishBatch(
  db: Db,
  { accountId, batchId }: BatchKey,
  eventId: string,
): Promise<number | null> {
  const { rows } = await sql<{ unended: number | null }>`
    select finish_batch(${accountId}, ${batchId}, ${eventId}) as unended`.execute(db)
  return rows[0]!.unended
}

async function cancelBatch(db: Db, { accountId, batchId }: BatchKey, eventId: string): Promise<string[]> {
  const { rows } = await sql<{ workflow_id: string }>`
    select workflow_id from cancel_batch(${accountId}, ${batchId}, ${eventId}) as workflow_id`.execute(db)
  return rows.map((row) => row.workflow_id)
}
