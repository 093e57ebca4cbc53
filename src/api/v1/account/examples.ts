import type { z } from 'zod'

import type { Me } from './schema.ts'

/** An account on the Growth plan. */
export const ME_EXAMPLE: z.infer<typeof Me> = {
  account: { id: 'acc_01kam3w8q5e8tbw9k2x7c5n0hd', name: 'Owner', email: 'owner@example.com' },
  plan: {
    id: 'growth',
    name: 'Growth',
    video_seconds: 14_400,
    concurrent_videos: 6,
    daily_videos: 200,
    max_script_characters: 3000,
    max_video_seconds: 900,
    keep_days: null,
  },
  remaining_video_seconds: 14_217,
  reserved_video_seconds: 5,
  used_video_seconds: 178,
  period_started_at: '2026-11-01T09:30:00.000Z',
  period_ends_at: '2026-12-01T09:30:00.000Z',
  key: {
    scopes: ['videos:read', 'videos:write', 'account:read'],
    expires_at: '2027-03-31T00:00:00.000Z',
    webhook_url: null,
  },
}
