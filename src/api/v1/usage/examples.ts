import type { z } from 'zod'

import { ME_EXAMPLE } from '../account/examples.ts'
import { VIDEO_EXAMPLES } from '../videos/examples.ts'
import type { LedgerPage, Usage } from './schema.ts'

/** Two days of the same period as in `ME_EXAMPLE`. */
export const USAGE_EXAMPLE: z.infer<typeof Usage> = {
  period_started_at: ME_EXAMPLE.period_started_at,
  period_ends_at: ME_EXAMPLE.period_ends_at,
  used_video_seconds: 178,
  reserved_video_seconds: 5,
  remaining_video_seconds: 14_217,
  days: [
    { date: '2026-11-01', video_seconds: 0, videos: 0 },
    { date: '2026-11-02', video_seconds: 178, videos: 3 },
  ],
}

/** The ledger entries of a finished video: its estimate is reserved, then the unused part is returned. */
export const LEDGER_EXAMPLE: z.infer<typeof LedgerPage>['data'] = [
  {
    number: 18,
    kind: 'settle',
    video_seconds: 1,
    balance_video_seconds: 14_222,
    video_id: VIDEO_EXAMPLES.ready.id,
    created_at: '2026-11-21T10:01:05.000Z',
  },
  {
    number: 17,
    kind: 'reserve',
    video_seconds: -5,
    balance_video_seconds: 14_221,
    video_id: VIDEO_EXAMPLES.ready.id,
    created_at: '2026-11-21T10:00:00.000Z',
  },
]
