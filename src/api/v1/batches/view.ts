import type { z } from 'zod'

import type { Batch, BatchItem, BatchWithItems } from '../../../domain/batch/batch.ts'
import { itemKey } from '../../../domain/batch/item-key.ts'
import { problem } from '../../../domain/error/errors.ts'
import { errorView } from '../../contract/error/error-view.ts'
import { timestampView } from '../../contract/fields/timestamp.ts'
import { failureView } from '../videos/view.ts'
import type { Batch as BatchSchema, BatchSummary } from './schema.ts'

type BatchOnWire = z.infer<typeof BatchSchema>

/** Formats a batch without its items as JSON. */
export function batchSummaryView(batch: Batch): z.infer<typeof BatchSummary> {
  return {
    id: batch.id,
    status: batch.status,
    idempotency_key: batch.idempotencyKey,
    title: batch.title,
    metadata: batch.metadata,
    item_count: Object.values(batch.counts).reduce((sum, count) => sum + count, 0),
    counts: batch.counts,
    estimated_video_seconds: batch.estimatedSeconds,
    created_at: batch.createdAt.toISOString(),
    ended_at: timestampView(batch.endedAt),
  }
}

/** Formats a batch with its items as JSON. */
export function batchView(batch: BatchWithItems, publicUrl: string): BatchOnWire {
  return {
    ...batchSummaryView(batch),
    items: batch.items.map((item) => ({
      index: item.number - 1,
      idempotency_key: itemKey(batch.idempotencyKey, item.number),
      video_id: item.videoId,
      status: item.status,
      error: itemErrorView(item, batch, publicUrl),
    })),
  }
}

/** The error of the request that asked for the video, or of the video. */
function itemErrorView(
  { error, failure }: BatchItem,
  { requestId }: Batch,
  publicUrl: string,
): BatchOnWire['items'][number]['error'] {
  if (failure !== null) return failureView(failure, failure.requestId, publicUrl)
  if (error === null) return null
  const { code, ...details } = error
  return errorView(problem(code, details), requestId, publicUrl).error
}
