const SECOND = 1
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/**
 * Waits between attempts, in seconds: the first attempt is at once, then these after one another.
 * The example schedule of the Standard Webhooks specification: about three days in all, so that a
 * receiver that is down over a weekend misses nothing.
 */
export const DELIVERY_WAITS_SECONDS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

/** Receivers that fail together must not be called together. */
const JITTER_SHARE = 0.1

/** A receiver may ask for a later time, but not for one that outlives the schedule's own longest wait. */
export const LONGEST_RETRY_AFTER_SECONDS = 24 * HOUR

/**
 * Seconds to wait after a failed attempt, or null when it was the last.
 *
 * @param attempt number of the attempt that failed, from 1.
 * @param random from 0 to 1, spreads the wait by ±10 %.
 * @param retryAfterSeconds what a 429 or 503 asked for: honoured when it is longer.
 */
export function waitAfterAttempt(
  attempt: number,
  random: number,
  retryAfterSeconds: number | null,
): number | null {
  const wait = DELIVERY_WAITS_SECONDS[attempt - 1]
  if (wait === undefined) return null
  const jittered = wait * (1 + JITTER_SHARE * (2 * random - 1))
  const asked = Math.min(retryAfterSeconds ?? 0, LONGEST_RETRY_AFTER_SECONDS)
  return Math.max(jittered, asked)
}

/** A receiver with all its places taken may be one that hangs: no use to look every second. */
const LONGEST_BUSY_WAIT_SECONDS = 5 * MINUTE

/**
 * Seconds until a delivery that found its receiver busy looks again: about as long as it has waited
 * already, so that a short queue is short and a long one costs little.
 *
 * @param looks how often it has found it busy, from 1.
 * @param random from 0 to 1, spreads the wait by ±50 %.
 */
export function waitForReceiver(looks: number, random: number): number {
  return Math.min(SECOND * 2 ** (looks - 1), LONGEST_BUSY_WAIT_SECONDS) * (0.5 + random)
}
