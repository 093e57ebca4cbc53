import { z } from 'zod'

import type { VideosInUse } from '../../../domain/account/account.ts'
import type { ApiKey } from '../../../domain/account/api-key.ts'
import { planFor } from '../../../domain/account/plan.ts'
import type { Plan } from '../../../domain/account/plan.ts'
import { RATE_LIMIT_WINDOW_SECONDS } from '../../../domain/account/rate-limit.ts'
import type { KeyRateLimit } from '../../../domain/account/rate-limit.ts'
import { MOST_QUEUED_VIDEOS } from '../../../domain/video/video.ts'
import { consoleEndpoint } from '../endpoint.ts'

/** How much of a limit is taken. */
const LimitView = z.strictObject({
  used: z.number(),
  limit: z.number(),
})
type LimitView = z.infer<typeof LimitView>

/** How much of a limit on requests is taken, in the seconds that have just passed. */
export const RateView = LimitView.extend({
  /** Whole seconds until one more may be sent; null when nothing was. */
  next_place_in_seconds: z.number().nullable(),
})
export type RateView = z.infer<typeof RateView>

/** What one key has sent lately. */
export const KeyLimitsView = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** First and last characters, for recognising it. */
  masked: z.string(),
  last_used_at: z.string().nullable(),
  requests: RateView,
  /** Of these, those that create a video or send a test event. */
  creates: RateView,
})
export type KeyLimitsView = z.infer<typeof KeyLimitsView>

/** How the account stands with all its limits now. */
export const LimitsView = z.strictObject({
  videos: z.strictObject({
    at_once: LimitView,
    queued: LimitView,
    today: LimitView,
    /** When the day of the limit ends: midnight UTC. */
    day_ends_at: z.string(),
  }),
  window_seconds: z.number(),
  /** Keys that still work, the newest first. */
  keys: z.array(KeyLimitsView).readonly(),
})
export type LimitsView = z.infer<typeof LimitsView>

/** GET /limits: what is taken of every limit now. Asking counts nowhere. */
export const getLimits = consoleEndpoint({
  method: 'get',
  path: '/limits',
  hasTestData: true,
  answer: LimitsView,
  async handle({ account }, { accounts, apiKeys, requestGate, plans }) {
    const [inUse, rateLimits, keys] = await Promise.all([
      accounts.videosInUse(account.id),
      requestGate.rateLimits(account.id),
      apiKeys.list(account.id),
    ])
    return {
      videos: videoLimitsView(inUse, planFor(plans, account)),
      window_seconds: RATE_LIMIT_WINDOW_SECONDS,
      keys: keys.toReversed().flatMap((key) => keyLimitsView(key, rateLimits)),
    }
  },
})

function videoLimitsView({ rendering, queued, today }: VideosInUse, plan: Plan): LimitsView['videos'] {
  const dayEnds = new Date()
  dayEnds.setUTCHours(24, 0, 0, 0)
  return {
    at_once: { used: rendering, limit: plan.concurrentVideos },
    queued: { used: queued, limit: MOST_QUEUED_VIDEOS },
    today: { used: today, limit: plan.dailyVideos },
    day_ends_at: dayEnds.toISOString(),
  }
}

/** None for a key that works no more: it has no rateLimits. */
function keyLimitsView(key: ApiKey, rateLimits: readonly KeyRateLimit[]): KeyLimitsView[] {
  const its = rateLimits.filter(({ keyId }) => keyId === key.id)
  const requests = its.find(({ bucket }) => bucket === 'requests')
  const creates = its.find(({ bucket }) => bucket === 'creates')
  if (!requests || !creates) return []
  return [
    {
      id: key.id,
      name: key.name,
      masked: `${key.prefix}…${key.lastFour}`,
      last_used_at: key.lastUsedAt?.toISOString() ?? null,
      requests: rateView(requests),
      creates: rateView(creates),
    },
  ]
}

function rateView({ limit, remaining, secondsToNextPlace }: KeyRateLimit): RateView {
  return { used: limit - remaining, limit, next_place_in_seconds: secondsToNextPlace }
}
