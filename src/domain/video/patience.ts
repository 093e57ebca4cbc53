/** The times of a query that is repeated until it succeeds, in milliseconds. */
export interface Patience {
  /** Limit of one attempt; after it, the query is repeated, over another connection if there is one. */
  readonly tryMs: number
  /** Pause between two attempts. */
  readonly pauseMs: number
  /** Time after which no attempt starts. */
  readonly wholeMs: number
}

/**
 * How long a creation asks the database whether its video was accepted. A database that was started again
 * answers within seconds, and most clients wait for half a minute or more before they hang up.
 */
export const SETTLING_PATIENCE: Patience = { tryMs: 4_000, pauseMs: 250, wholeMs: 30_000 }
