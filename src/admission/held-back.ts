/** How much later somebody is refused who did not wait for as long as they were told. */
const HELD_MS = 1_000

/** Refusals that are held back at a time: each holds a connection and its request. Others are sent at once. */
const MOST_HELD = 256

/** Callers whose last refusal is remembered: those of a large crowd. */
const MOST_REMEMBERED = 10_000

/** Refuses the patient at once, and the impatient a second later. */
export interface HeldBack {
  /**
   * Resolves when it is time to refuse a request, and remembers when its caller was told to come again.
   *
   * @param arrivedAt when the request came; one that came before the last refusal could not know of it.
   * @param gone ends the wait.
   */
  untilRefused(refused: Refused, gone: AbortSignal): Promise<void>
}

/** A request that is refused. */
interface Refused {
  readonly by: string
  /** On the clock of this module. */
  readonly arrivedAt: number
  /** What it is told. */
  readonly retryAfterSeconds: number
}

/**
 * Callers who ask again and again, however long they are told to wait, use up a process by being refused: it then has little
 * time left for work, and for those who read. Whoever comes back too soon is therefore answered later. Nothing else changes:
 * a place that is free is given to them, too.
 *
 * @param now milliseconds on a clock that never goes back.
 */
export function createHeldBack(now: () => number): HeldBack {
  /** When each caller was refused last, and when it may come again. */
  const told = new Map<string, { readonly at: number; readonly until: number }>()
  let held = 0
  return {
    async untilRefused({ by, arrivedAt, retryAfterSeconds }, gone) {
      const last = told.get(by)
      const isEarly = last !== undefined && last.at < arrivedAt && arrivedAt < last.until
      if (isEarly && held < MOST_HELD) {
        held += 1
        await passed(HELD_MS, gone)
        held -= 1
      }
      told.delete(by)
      told.set(by, { at: now(), until: now() + 1_000 * retryAfterSeconds })
      const [oldest] = told.keys()
      if (told.size > MOST_REMEMBERED && oldest !== undefined) told.delete(oldest)
    },
  }
}

/** Resolves after so long, or when nobody waits any more. */
function passed(ms: number, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      gone.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    gone.addEventListener('abort', end, { once: true })
  })
}
