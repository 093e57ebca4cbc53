import type { Account } from './account.ts'

/** What a key's use is counted as: every request, and those that create a video. */
export type RateLimitBucket = 'requests' | 'creates'

/** How many a key may send in any minute (specification section 5). */
export type RateLimitQuotas = Readonly<Record<RateLimitBucket, number>>

/** The minute of the limits: a request counts for this long. */
export const RATE_LIMIT_WINDOW_SECONDS = 60

/** How a key stands with one of its limits, a request that was let through included. */
export interface RateLimitStanding {
  readonly bucket: RateLimitBucket
  /** Places in any window. */
  readonly limit: number
  /** Places that are free now. */
  readonly remaining: number
  /** Whether the request found no place here, and so was counted nowhere. */
  readonly wasFull: boolean
  /** Whole seconds, at least 1, after which there is a place more; null when all are free. */
  readonly secondsToNextPlace: number | null
}

/** Who sent a request, and whether it may be answered. */
export interface Admission {
  readonly account: Account
  readonly revoked: boolean
  /** In the order in which the buckets were named; none when the key is revoked. */
  readonly standings: readonly RateLimitStanding[]
}
