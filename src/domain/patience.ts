/** How patiently something is asked that has to be known. Milliseconds. */
export interface Patience {
  /** An answer that takes longer is not waited for: the same is asked again, by another way if there is one. */
  readonly tryMs: number
  /** Between two tries. */
  readonly pauseMs: number
  /** No try begins after this time. */
  readonly wholeMs: number
}

/**
 * How long a creation asks the database whether its video was accepted. A database that was started again
 * answers within seconds, and most clients wait for half a minute or more before they hang up.
 */
export const SETTLING_PATIENCE: Patience = { tryMs: 4_000, pauseMs: 250, wholeMs: 30_000 }
