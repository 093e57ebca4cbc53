import { between, chance } from '../paint/noise.ts'

/** A person who talks blinks 12 to 25 times a minute, at uneven distances. */
const NEXT_BLINK_SECONDS = { low: 2.1, high: 5.2 }

/** Some blinks come in pairs. */
const DOUBLE_SHARE = 0.14
const DOUBLE_SECONDS = 0.33

/** Lids fall faster than they rise. */
const CLOSING_SECONDS = 0.08
const CLOSED_SECONDS = 0.035
const OPENING_SECONDS = 0.15

/** A glance has a blink with it unless one was less than this before. A blink that would come soon after comes with it. */
const LEAST_APART_SECONDS = 1.1
const WAITS_FOR_GLANCE_SECONDS = 0.6

/**
 * When the lids begin to fall, over a whole video.
 *
 * @param looks the glances aside: people blink as their eyes jump.
 */
export function blinkTimes(
  seed: number,
  durationSeconds: number,
  looks: readonly { readonly at: number }[] = [],
): number[] {
  const times: number[] = []
  let next = between(seed, 0, 0.9, 1.8)
  for (let index = 1; ; index += 1) {
    const earliest = (times.at(-1) ?? -LEAST_APART_SECONDS) + LEAST_APART_SECONDS
    const look = looks.find(({ at }) => at >= earliest && at <= next + WAITS_FOR_GLANCE_SECONDS)
    const blink = look?.at ?? next
    if (blink >= durationSeconds) return times
    times.push(blink)
    if (chance(seed, index * 3) < DOUBLE_SHARE) times.push(blink + DOUBLE_SECONDS)
    next = blink + between(seed, index * 3 + 1, NEXT_BLINK_SECONDS.low, NEXT_BLINK_SECONDS.high)
  }
}

/** How closed the eyes are at a moment, 0 to 1. */
export function lidsAt(times: readonly number[], seconds: number): number {
  let most = 0
  for (const start of times) {
    const since = seconds - start
    if (since < 0 || since > CLOSING_SECONDS + CLOSED_SECONDS + OPENING_SECONDS) continue
    const falling = since / CLOSING_SECONDS
    const rising = 1 - (since - CLOSING_SECONDS - CLOSED_SECONDS) / OPENING_SECONDS
    most = Math.max(most, Math.min(1, falling, rising * rising * (3 - 2 * Math.min(1, rising))))
  }
  return most
}
