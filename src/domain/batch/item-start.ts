import type { ErrorCode } from '../error/errors.ts'

/** Errors that pass by themselves: an item waits, and the items after it wait behind it. */
const PASSING = ['rate_limited', 'concurrency_limit', 'daily_limit', 'service_unavailable'] as const

/** The code of an error that passes by itself. */
export type PassingCode = (typeof PASSING)[number]

/** What became of an attempt to start an item. */
export type ItemStart =
  /** It has a video, or was refused one. */
  | { readonly outcome: 'decided' }
  /** Its batch has ended, and nothing of it starts any more. */
  | { readonly outcome: 'over' }
  /** Nothing has happened: the same is to be tried again, in about so many seconds. */
  | { readonly outcome: 'later'; readonly code: PassingCode; readonly seconds: number }

/** Whether an error passes by itself. */
export function isPassing(code: ErrorCode): code is PassingCode {
  return (PASSING as readonly ErrorCode[]).includes(code)
}

const MINUTE = 60

/**
 * The longest pause before an item is tried again. A run is told when a slot is free; looking is for when it was not, and for
 * a plan that got larger.
 */
const LONGEST_PAUSE_SECONDS: Readonly<Record<PassingCode, number>> = {
  rate_limited: MINUTE,
  concurrency_limit: 5 * MINUTE,
  daily_limit: 60 * MINUTE,
  service_unavailable: 5 * MINUTE,
}

/**
 * Seconds until an item is tried again: as many as the refusal says, and more with each further one, so that what lasts for
 * days makes no long history.
 *
 * @param tries how often it was refused in a row, from 1.
 */
export function pauseBeforeRetry(
  { code, seconds }: { readonly code: PassingCode; readonly seconds: number },
  tries: number,
): number {
  return Math.min(Math.max(1, seconds, 2 ** (tries - 1)), LONGEST_PAUSE_SECONDS[code])
}
