import type { CallOptions } from './call.ts'

/** The longest that a timer can be set to. */
const LONGEST_MS = 2 ** 31 - 1

/** What a call may take, and how to know that this was the reason for its end. */
export interface TimeLimit {
  /** Aborted when the time is over, or with the caller's own signal. */
  readonly signal: AbortSignal
  readonly isOver: () => boolean
}

/**
 * Works within a time. Not by `AbortSignal.timeout`, which nothing can end before its time: Deno would stay until then after the
 * program has finished, for a wait an hour.
 */
export async function withinTime<Result>(
  { signal, timeoutMs }: CallOptions & { readonly timeoutMs: number },
  work: (limit: TimeLimit) => Promise<Result>,
): Promise<Result> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), Math.min(timeoutMs, LONGEST_MS))
  try {
    return await work({
      signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
      isOver: () => limit.signal.aborted,
    })
  } finally {
    clearTimeout(timer)
  }
}
