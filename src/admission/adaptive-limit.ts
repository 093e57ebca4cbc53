/** How many places there are, and how their number follows what is measured. */
export interface LimitOptions {
  /** Never fewer, so that it is noticed when work is quick again. The same as `most`: always as many. */
  readonly least: number
  readonly most: number
  /** Until something is measured. */
  readonly initial: number
  /**
   * Work that takes longer mostly waits for other work, unless it always takes that long: see `TOLERANCE`.
   * In milliseconds.
   */
  readonly aimMs: number
}

/** A number of places that follows the measured delay. */
export interface AdaptiveLimit {
  /** Whole places, at least one unless none may ever be. */
  places(): number
  /** Work that is done in a second when all places are taken. */
  perSecond(): number
  /**
   * @param wasFull whether all places were taken: else it is not known whether more would be too many.
   * @param wasDone false for what was refused for its own sake, whose quick answers say nothing.
   */
  measured(work: { readonly tookMs: number; readonly wasDone: boolean; readonly wasFull: boolean }): void
}

/** Delays are told apart from hiccups by an average over about so many. */
const SMOOTHED_OVER = 8

/** Work is taken to be quick until some was measured, so that the first burst after a start is not refused. */
const QUICK_UNTIL_MEASURED = 0.1

/** What takes so many times as long as the quickest of late waits for other work; a far server alone is no overload. */
const TOLERANCE = 3

/** Nothing that takes longer than this can be in time, however far the servers are. In milliseconds. */
const LONGEST_AIM_MS = 2_000

/** The quickest is looked for among those of one to two of these, so that a server that moved is noticed. */
const QUICKEST_OF_MS = 60_000

const SHRINKS_BY = 0.85

/** What was measured before so long a rest says nothing of how quick work is now. In milliseconds. */
const FORGOTTEN_AFTER_MS = 10_000

/**
 * Makes a limit by additive increase and multiplicative decrease, as that of TCP: while the delay is good and all places are
 * taken, one more in the time that the work of all takes; when it is not, fewer at once, and no sooner again than this
 * can have had an effect.
 *
 * @param now milliseconds on a clock that never goes back.
 * @see docs/adr/0043-what-cannot-be-decided-in-time-is-refused-at-once.md
 */
export function createAdaptiveLimit(options: LimitOptions, now: () => number): AdaptiveLimit {
  const { least, most, initial, aimMs } = options
  const quickest = createQuickest(now)
  let limit = initial
  let typicalMs = aimMs * QUICK_UNTIL_MEASURED
  let shrunkAt = Number.NEGATIVE_INFINITY
  let measuredAt = now()

  const goodMs = () => Math.max(aimMs, Math.min(TOLERANCE * quickest.ms(), LONGEST_AIM_MS))
  /** After a rest a process is as ready as after its start, however ill it was before. */
  function forgetWhenRested(): void {
    if (now() - measuredAt <= FORGOTTEN_AFTER_MS) return
    limit = Math.max(limit, initial)
    typicalMs = aimMs * QUICK_UNTIL_MEASURED
    measuredAt = now()
  }
  function places(): number {
    forgetWhenRested()
    return Math.max(Math.min(1, most), Math.floor(limit))
  }

  return {
    places,
    perSecond: () => (places() / typicalMs) * 1_000,
    measured({ tookMs, wasDone, wasFull }) {
      if (!wasDone && tookMs <= goodMs()) return
      measuredAt = now()
      if (wasDone) quickest.note(tookMs)
      typicalMs += (tookMs - typicalMs) / SMOOTHED_OVER
      if (typicalMs <= goodMs()) {
        if (wasFull) limit = Math.min(most, limit + 1 / limit)
      } else if (now() - shrunkAt > typicalMs) {
        limit = Math.max(least, limit * SHRINKS_BY)
        shrunkAt = now()
      }
    },
  }
}

/** The least of late; nothing until there is one. */
function createQuickest(now: () => number) {
  let before = Number.POSITIVE_INFINITY
  let latest = Number.POSITIVE_INFINITY
  let since = now()
  return {
    note(ms: number): void {
      if (now() - since > QUICKEST_OF_MS) {
        before = latest
        latest = Number.POSITIVE_INFINITY
        since = now()
      }
      latest = Math.min(latest, ms)
    },
    ms(): number {
      const least = Math.min(before, latest)
      return Number.isFinite(least) ? least : 0
    },
  }
}
