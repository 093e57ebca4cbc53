/** Tells those who are refused when to come again. */
export interface RetryAfter {
  /**
   * Counts a refusal.
   *
   * @param perSecond of this work that is done at the moment.
   * @param leastSeconds for the first of a crowd, before they are spread. Default: none.
   * @returns whole seconds, at least 1.
   */
  refused(perSecond: number, leastSeconds?: number): number
}

/** Refusals of longer ago count for little: by a factor of e less after each of these. */
const REMEMBERED_MS = 5_000

/** A caller that is asked to wait for longer gives up. */
const LONGEST_SECONDS = 60

/**
 * As long as it would take to do all that was refused of late: the larger a crowd, and the longer it stays, the longer each
 * of it is asked to wait. Spread from half to one and a half of that, so that a crowd does not come back as one.
 *
 * @param now milliseconds on a clock that never goes back.
 * @param random from 0 to 1.
 */
export function createRetryAfter(now: () => number, random: () => number): RetryAfter {
  let refusals = 0
  let countedAt = now()
  return {
    refused(perSecond, leastSeconds = 0) {
      const time = now()
      refusals = refusals * Math.exp((countedAt - time) / REMEMBERED_MS) + 1
      countedAt = time
      const seconds = Math.max(leastSeconds, refusals / perSecond) * (0.5 + random())
      return Math.min(LONGEST_SECONDS, Math.max(1, Math.ceil(seconds)))
    },
  }
}

/** A process that was cut off answers as many as this in a second once it is back, besides what else it does. */
const BACK_PER_SECOND = 20

/**
 * When whoever is told that a part of the service is away should come again: after about the seconds that are asked for,
 * later when many are told so.
 */
export function createComeAgain(retryAfter: RetryAfter): (aboutSeconds: number) => number {
  return (aboutSeconds) => retryAfter.refused(BACK_PER_SECOND, aboutSeconds)
}
