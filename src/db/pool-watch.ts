/** Whether a process still gets connections from its pool. */
export interface PoolWatch {
  /** A connection was given. */
  gave(): void
  /** A wait for a connection ended without one. */
  refused(): void
  /** Whether a connection was given within these milliseconds. */
  gaveWithin(ms: number): boolean
  /** How long every wait has ended without a connection. Milliseconds; 0 when the last one did not. */
  inVainForMs(): number
}

/** @param now the time in milliseconds. */
export function createPoolWatch(now: () => number = () => performance.now()): PoolWatch {
  let since: number | null = null
  let gaveAt = -Infinity
  return {
    gave() {
      since = null
      gaveAt = now()
    },
    gaveWithin: (ms) => now() - gaveAt < ms,
    refused: () => void (since ??= now()),
    inVainForMs: () => (since === null ? 0 : now() - since),
  }
}
