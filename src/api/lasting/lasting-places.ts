import { problem } from '../../domain/error/errors.ts'

/** Answers that last, for one caller at a time. */
export const MOST_LASTING = 20

/** Counts the answers that last, by caller. */
export interface LastingPlaces {
  /** @returns what gives the place back. @throws `rate_limited` when the caller has as many as they may. */
  take(caller: string): () => void
}

/** A connection that lasts costs little, but not nothing: each caller has a number of them. */
export function createLastingPlaces(most = MOST_LASTING): LastingPlaces {
  const taken = new Map<string, number>()
  return {
    take(caller) {
      const count = taken.get(caller) ?? 0
      if (count >= most) {
        const message = `At most ${most} event streams at a time. Close one, or wait for it to end.`
        throw problem('rate_limited', { message, userMessage: message, retryAfterSeconds: 1 })
      }
      taken.set(caller, count + 1)
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        const left = (taken.get(caller) ?? 1) - 1
        if (left > 0) taken.set(caller, left)
        else taken.delete(caller)
      }
    },
  }
}
