import { z } from 'zod'

/** A point in time on the wire: ISO 8601 in UTC (specification section 1). */
export function timestamp() {
  return z.iso.datetime()
}

/** A point in time as `timestamp` describes it; null when there is none. */
export function timestampView(time: Date | null): string | null {
  return time?.toISOString() ?? null
}
