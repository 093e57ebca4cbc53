import { z } from 'zod'

/** A point in time on the wire: ISO 8601 in UTC (specification section 1). */
export function timestamp() {
  return z.iso.datetime()
}
