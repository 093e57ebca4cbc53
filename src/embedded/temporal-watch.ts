import { setTimeout as delay } from 'node:timers/promises'

/**
 * How a server is. `broken`: it answers, and its database refuses everything. `unknown`: it does not answer, for example because it
 * is slow.
 */
export type TemporalCondition = 'ready' | 'broken' | 'ended' | 'unknown'

/** What a watch does. */
export interface TemporalWatchOptions {
  readonly look: () => Promise<TemporalCondition>
  /** Starts the server again. A failure is tried once more with the next look. */
  readonly restart: (why: 'broken' | 'ended') => Promise<void>
  readonly everyMs?: number
}

/** A watch that goes on until it is stopped. */
export interface TemporalWatch {
  /** Resolves when nothing more is started. */
  stop(): Promise<void>
}

const EVERY_MS = 2_000
/** So often in a row, a database that refuses a request refuses all. */
const BROKEN_LOOKS = 3

/**
 * Restarts the development server when it has ended, and when its database refuses everything.
 *
 * The latter follows from a request that is cancelled at the wrong moment: the server's one SQLite connection then reports
 * "interrupted" for ever, while its health check says that it serves.
 */
export function watchTemporal({ look, restart, everyMs = EVERY_MS }: TemporalWatchOptions): TemporalWatch {
  const stopped = new AbortController()
  const { signal } = stopped
  const watching = (async () => {
    for (let broken = 0; ;) {
      await delay(everyMs, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted) return
      const condition = await look()
      broken = condition === 'broken' ? broken + 1 : 0
      if (signal.aborted || (condition !== 'ended' && broken < BROKEN_LOOKS)) continue
      await restart(condition === 'ended' ? 'ended' : 'broken')
      broken = 0
    }
  })()
  return {
    stop() {
      stopped.abort()
      return watching
    },
  }
}
