import type { ApiKey, VideosInUse } from '../../../domain/account/account.ts'
import { planOf } from '../../../domain/account/plan.ts'
import type { Plan } from '../../../domain/account/plan.ts'
import { RATE_LIMIT_WINDOW_SECONDS } from '../../../domain/account/rate-limit.ts'
import type { KeyStanding } from '../../../domain/account/rate-limit.ts'
import { MOST_QUEUED_VIDEOS } from '../../../domain/video/video.ts'
import { consoleEndpoint } from '../endpoint.ts'

/** How much of a limit is taken. */
export interface LimitView {
  readonly used: number
  readonly limit: number
}

/** How much of a limit on requests is taken, in the seconds that have just passed. */
export interface RateView extends LimitView {
  /** Whole seconds until one more may be sent; null when nothing was. */
  readonly next_place_in_seconds: number | null
}

/** What one key has sent lately. */
export interface KeyLimitsView {
  readonly id: string
  readonly name: string
  /** First and last characters, for recognising it. */
  readonly masked: string
  readonly last_used_at: string | null
  readonly requests: RateView
  /** Of these, those that create a video or send a test event. */
  readonly creates: RateView
}

/** How the account stands with all its limits now. */
export interface LimitsView {
  readonly videos: {
    readonly at_once: LimitView
    readonly queued: LimitView
    readonly today: LimitView
    /** When the day of the limit ends: midnight UTC. */
    readonly day_ends_at: string
  }
  readonly window_seconds: number
  /** Keys that still work, the newest first. */
  readonly keys: readonly KeyLimitsView[]
}

/** GET /limits: what is taken of every limit now. Asking counts nowhere. */
export const getLimits = consoleEndpoint({
  method: 'get',
  path: '/limits',
  async handle({ account }, { accounts, apiKeys, requestGate, plans }): Promise<LimitsView> {
    const [inUse, standings, keys] = await Promise.all([
      accounts.videosInUse(account.id),
      requestGate.standings(account.id),
      apiKeys.list(account.id),
    ])
    return {
      videos: videoLimitsView(inUse, planOf(plans, account.planId)),
      window_seconds: RATE_LIMIT_WINDOW_SECONDS,
      keys: keys.toReversed().flatMap((key) => keyLimitsView(key, standings)),
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

/** None for a key that works no more: it has no standings. */
function keyLimitsView(key: ApiKey, standings: readonly KeyStanding[]): KeyLimitsView[] {
  const its = standings.filter(({ keyId }) => keyId === key.id)
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

function rateView({ limit, remaining, secondsToNextPlace }: KeyStanding): RateView {
  return { used: limit - remaining, limit, next_place_in_seconds: secondsToNextPlace }
}
