import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { RATE_LIMIT_WINDOW_SECONDS } from '../domain/rate-limit.ts'
import type { RateLimitStanding } from '../domain/rate-limit.ts'

/** How a caller stands with one limit. */
export interface LimitRow {
  readonly was_full: boolean
  readonly remaining: number
  readonly seconds_to_next_place: number | null
}

/** Counts a request of a key, or of a link, against one of its limits: a statement with one row. */
export function hitRateLimit({
  keyId,
  bucket,
  limit,
}: {
  readonly keyId: string
  readonly bucket: string
  readonly limit: number
}): RawBuilder<LimitRow> {
  return sql<LimitRow>`
    select was_full, remaining, seconds_to_next_place from hit_rate_limits(${keyId}, array[${bucket}],
      array[${limit}::integer], make_interval(secs => ${RATE_LIMIT_WINDOW_SECONDS}))`
}

/** How a key stands with a limit, of its row. */
export function toStanding(
  { bucket, limit }: Pick<RateLimitStanding, 'bucket' | 'limit'>,
  row: LimitRow,
): RateLimitStanding {
  return {
    bucket,
    limit,
    remaining: row.remaining,
    wasFull: row.was_full,
    secondsToNextPlace: wholeSeconds(row.seconds_to_next_place),
  }
}

/** Rounded up: whoever waits as told never comes too early. */
export function wholeSeconds(seconds: number | null): number | null {
  return seconds === null ? null : Math.max(1, Math.ceil(seconds))
}
