import { createHeldSlots } from '../../domain/account/held-slots.ts'
import { problemInWords } from '../../domain/error/errors.ts'

/** Answers that last, for one caller at a time. */
export const MOST_LASTING = 20

/** Counts the answers that last, by caller. */
export interface LastingSlots {
  /** @returns what gives the slot back. @throws `rate_limited` when the caller has as many as they may. */
  take(caller: string): () => void
}

/** A connection that lasts costs little, but not nothing: each caller has a number of them. */
export function createLastingSlots(most = MOST_LASTING): LastingSlots {
  const slots = createHeldSlots()
  return {
    take(caller) {
      const bounds = [{ of: caller, most }]
      if (slots.full(bounds)) {
        const message = `At most ${most} event streams at a time. Close one, or wait for it to end.`
        throw problemInWords('rate_limited', message, { retryAfterSeconds: 1 })
      }
      return slots.take(bounds)
    },
  }
}
