import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { RateLimit, RateLimitStatus } from '../domain/account/rate-limit.ts'

/** How a caller stands with one limit. */
export interface LimitRow {
  readonly was_full: boolean
  readonly remaining: number
  readonly seconds_to_next_place: number | null
}

/** What is counted: by whom, of which sort, and how much of it in which time. */
type Counted = Pick<RateLimit, 'callerId' | 'limit' | 'windowSeconds'> & { readonly bucket: string }

/** Counts a request against limits: a statement with a row for each, in their order. */
export function hitRateLimits(limits: readonly Counted[]): RawBuilder<LimitRow> {
  return sql<LimitRow>`
    select was_full, remaining, seconds_to_next_place from hit_rate_limits(
      ${limits.map(({ callerId }) => callerId)}::text[], ${limits.map(({ bucket }) => bucket)}::text[],
      ${limits.map(({ limit }) => limit)}::integer[], ${limits.map(({ windowSeconds }) => windowSeconds)}::integer[])`
}

/** How somebody stands with limits, of the rows of a statement in their order. */
export function toRateLimits(limits: readonly RateLimit[], rows: readonly LimitRow[]): RateLimitStatus[] {
  return limits.map((limit, index) => {
    const row = rows[index]!
    return {
      ...limit,
      remaining: row.remaining,
      wasFull: row.was_full,
      secondsToNextPlace: wholeSeconds(row.seconds_to_next_place),
    }
  })
}

/** Rounded up: whoever waits as told never comes too early. */
export function wholeSeconds(seconds: number | null): number | null {
  return seconds === null ? null : Math.max(1, Math.ceil(seconds))
}
