import { z } from 'zod'

/** A point in time on the wire: ISO 8601 in UTC (specification section 1). */
export function timestamp() {
  return z.iso.datetime()
}

/** Formats a point in time as `timestamp` describes it, or returns null for null. */
export function timestampView(time: Date | null): string | null {
  return time?.toISOString() ?? null
}
