/** What concerns all of an installation at a time. */
export interface FleetFigures {
  /** Videos that wait for a slot of their plan. */
  readonly queued: number
  /** Videos that are being made. */
  readonly rendering: number
  /** Since when the oldest of them is being made; 0 without one. */
  readonly oldestSeconds: number
  /** Events whose delivery has not ended, up to 100,000. */
  readonly pending: number
  /** Events that are held because their webhook is disabled, up to 100,000. */
  readonly held: number
  /** By how much the most overdue attempt to deliver an event is late; 0 when none is. */
  readonly lateSeconds: number
  /** The last audit; null before the first. */
  readonly audit: {
    readonly discrepancies: number
    /** When it ended, in seconds since 1970. */
    readonly atSeconds: number
  } | null
}
