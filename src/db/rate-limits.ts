import { sql } from 'kysely'

import { RATE_LIMIT_WINDOW_SECONDS } from '../domain/rate-limit.ts'
import type { RateLimitBucket, RateLimitQuotas } from '../domain/rate-limit.ts'
import type { RateLimits } from '../ports.ts'
import type { Db } from './database.ts'

/** Rate limits in PostgreSQL: exact in every window, and the same for all API processes. */
export function createRateLimits(db: Db, quotas: RateLimitQuotas): RateLimits {
  return {
    async hit(apiKeyId, buckets) {
      const limits = buckets.map((bucket) => quotas[bucket])
      const { rows } = await sql<StandingRow>`
        select bucket, was_full, remaining, seconds_to_next_place
        from hit_rate_limits(${apiKeyId}, ${buckets}, ${limits},
          make_interval(secs => ${RATE_LIMIT_WINDOW_SECONDS}))`.execute(db)
      return rows.map((row) => ({
        bucket: row.bucket,
        limit: quotas[row.bucket],
        remaining: row.remaining,
        wasFull: row.was_full,
        secondsToNextPlace: wholeSeconds(row.seconds_to_next_place),
      }))
    },
  }
}

interface StandingRow {
  readonly bucket: RateLimitBucket
  readonly was_full: boolean
  readonly remaining: number
  readonly seconds_to_next_place: number | null
}

/** Rounded up: whoever waits as told never comes too early. */
function wholeSeconds(seconds: number | null): number | null {
  return seconds === null ? null : Math.max(1, Math.ceil(seconds))
}
