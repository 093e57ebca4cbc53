import type { Clock } from '../ports/process/clock.ts'

/** A step of housekeeping asks for no more after so long: it ends well within its two minutes. */
const ROUND_MS = 60_000

/** Each may wait for Temporal, for the database and for the media store. */
const MOST_AT_ONCE = 16

/** Passes portions on until the time of a round is over; what is left then is for the next one. */
export async function* withinRound<Portion>(
  portions: AsyncIterable<Portion>,
  clock: Clock,
): AsyncGenerator<Portion> {
  const ends = clock().getTime() + ROUND_MS
  for await (const portion of portions) {
    yield portion
    if (clock().getTime() >= ends) return
  }
}

/**
 * Does some work for each orphan, within the time of a round; the number of those for which it says true.
 *
 * A orphan for which it fails does not hold up the others: the first error is thrown in the end, or after a portion in
 * which all failed.
 */
export async function forEachOrphan<Orphan>(
  portions: AsyncIterable<readonly Orphan[]>,
  clock: Clock,
  work: (orphan: Orphan) => Promise<boolean>,
): Promise<number> {
  let done = 0
  const errors: unknown[] = []
  for await (const portion of withinRound(portions, clock)) {
    const failedBefore = errors.length
    const waiting = [...portion]
    const workThrough = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        try {
          if (await work(next)) done += 1
        } catch (error) {
          errors.push(error)
        }
      }
    }
    await Promise.all(Array.from({ length: MOST_AT_ONCE }, workThrough))
    if (errors.length - failedBefore === portion.length) break
  }
  if (errors.length > 0) throw errors[0]
  return done
}
