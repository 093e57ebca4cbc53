import { createHeldSlots } from '../../domain/account/held-slots.ts'
import { problemInWords } from '../../domain/error/errors.ts'

/** Answers that last, for one caller at a time. */
export const MOST_LASTING = 20

/** Counts the answers that last, by caller. */
export interface LastingSlots {
  /** @returns what gives the slot back. @throws `rate_limited` when the caller has as many as they may. */
  take(caller: string): () => void
  /** The same for an answer that need not last: null when there is no slot. */
  offer(caller: string): (() => void) | null
}

/** A connection that lasts costs little, but not nothing: each caller has a number of them. */
export function createLastingSlots(most = MOST_LASTING): LastingSlots {
  const slots = createHeldSlots()
  const offer = (caller: string) => {
    const bounds = [{ of: caller, most }]
    return slots.full(bounds) ? null : slots.take(bounds)
  }
  return {
    offer,
    take(caller) {
      const giveBack = offer(caller)
      if (giveBack) return giveBack
      const message = `At most ${most} event streams and waiting requests at a time. Close one, or wait for it to end.`
      throw problemInWords('rate_limited', message, { retryAfterSeconds: 1 })
    },
  }
}
