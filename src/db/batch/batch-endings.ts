import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { BATCH_FINISHED } from '../../domain/webhook/webhook-event.ts'
import type { BatchEnding, BatchEndings } from '../../ports/batch/batch-endings.ts'
import type { Db } from '../database.ts'
import { isReplayed, isSince, MOST_REPLAYED } from '../event-replays.ts'
import { batchesOf } from './batch-rows.ts'

/** Endings of batches in PostgreSQL. */
export function createBatchEndings(db: Db): BatchEndings {
  return {
    async since(accountId, eventId) {
      const [isKnown, endings] = await Promise.all([
        isReplayed(db, accountId, eventId),
        readEndings(
          db,
          sql`e.account_id = ${accountId} and e.status = 'streamed' and ${isSince(accountId, eventId)}`,
        ),
      ])
      return isKnown && endings.length <= MOST_REPLAYED ? endings : null
    },
  }
}

/** The endings of batches, oldest first. */
export function endingsOfBatches(db: Db, batchIds: readonly string[]): Promise<BatchEnding[]> {
  return readEndings(db, sql`e.subject_id = any(${batchIds}) and e.ends_subject`)
}

/** @param condition of events `e`. */
async function readEndings(db: Db, condition: RawBuilder<unknown>): Promise<BatchEnding[]> {
  const { rows } = await sql<{ id: string; subject_id: string; created_at: Date }>`
    select e.id, e.subject_id, e.created_at from webhook_events e
    where ${condition} and e.type = ${BATCH_FINISHED} and e.endpoint_id is null
    order by e.created_at, e.id limit ${MOST_REPLAYED + 1}`.execute(db)
  if (rows.length === 0) return []
  const batches = await batchesOf(
    db,
    rows.map((row) => row.subject_id),
  )
  const byId = new Map(batches.map((batch) => [batch.id, batch]))
  return rows.flatMap((row) => {
    const batch = byId.get(row.subject_id)
    return batch ? { event: { id: row.id, createdAt: row.created_at }, batch } : []
  })
}
