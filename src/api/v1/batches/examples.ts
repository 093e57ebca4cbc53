import type { z } from 'zod'

import { errorExample } from '../../contract/error/error-example.ts'
import { BATCH_ID_EXAMPLE } from './schema.ts'
import type { Batch, BatchSummary } from './schema.ts'
import { VIDEO_ID_EXAMPLE } from '../videos/schema.ts'

const KEY = 'release-notes-2026-11'

/** A batch that is being made. */
export const BATCH_SUMMARY_EXAMPLE: z.infer<typeof BatchSummary> = {
  id: BATCH_ID_EXAMPLE,
  status: 'running',
  idempotency_key: KEY,
  title: 'Release notes',
  metadata: { release: '42' },
  item_count: 3,
  counts: { waiting: 1, queued: 0, rendering: 1, ready: 0, failed: 1, deleted: 0, cancelled: 0 },
  estimated_video_seconds: 12,
  created_at: '2026-11-21T10:00:00.000Z',
  ended_at: null,
}

const waiting = { video_id: null, status: 'waiting', error: null } as const

type BatchExample = z.infer<typeof Batch>

const running: BatchExample = {
  ...BATCH_SUMMARY_EXAMPLE,
  items: [
    { index: 0, idempotency_key: `${KEY}/1`, ...waiting, video_id: VIDEO_ID_EXAMPLE, status: 'rendering' },
    {
      index: 1,
      idempotency_key: `${KEY}/2`,
      ...waiting,
      status: 'failed',
      error: errorExample('invalid_request').error,
    },
    { index: 2, idempotency_key: `${KEY}/3`, ...waiting },
  ],
}

/** The same with its items: one is being made, one was refused, one waits. And that batch after it was cancelled. */
export const BATCH_EXAMPLES = {
  running,
  cancelled: {
    ...running,
    status: 'cancelled',
    counts: { ...running.counts, waiting: 0, rendering: 0, cancelled: 2 },
    items: running.items.map((item) =>
      item.status === 'failed' ? item : { ...item, status: 'cancelled' as const },
    ),
    ended_at: '2026-11-21T10:01:06.000Z',
  },
} satisfies Record<string, BatchExample>
