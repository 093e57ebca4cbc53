/** Delay of a refusal whose caller did not wait for its `Retry-After`, in milliseconds. */
const HELD_MS = 1_000

/** Refusals that are held back at a time: each holds a connection and its request. Others are sent at once. */
const MOST_HELD = 256

/** Callers whose last refusal is remembered: those of a large crowd. */
const MOST_REMEMBERED = 10_000

/** Delays refusals of callers that retry too soon. */
export interface HeldBack {
  /**
   * Resolves when the refusal is to be sent, and remembers when its caller may retry.
   *
   * @param gone aborted when the client has disconnected; ends the delay.
   */
  untilRefused(refused: Refused, gone: AbortSignal): Promise<void>
}

/** A request that is refused. */
interface Refused {
  readonly by: string
  /** When the request came, by the same clock. One that came before the last refusal could not know of it. */
  readonly arrivedAt: number
  /** The `Retry-After` of the refusal, in seconds. */
  readonly retryAfterSeconds: number
}

/**
 * Callers that retry without waiting for `Retry-After` can keep a process busy with refusals, which slows down work and reads.
 * A request that is refused again before its caller's `Retry-After` has passed is therefore answered a second later. A free
 * place is still given to such a caller at once.
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

/** Resolves after a delay, or when the client has disconnected. */
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
