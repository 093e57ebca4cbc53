import { problem } from '../domain/error/errors.ts'
import type { AdmissionRequest } from '../ports/process/admission.ts'
import { createAdaptiveLimit } from './adaptive-limit.ts'
import type { LimitOptions } from './adaptive-limit.ts'
import { createHeldBack } from './held-back.ts'
import { createRetryAfter } from './retry-after.ts'
import { createWaitingLine } from './waiting-line.ts'
import type { WaitingLine } from './waiting-line.ts'

/** How much of one kind of work a process takes. */
export interface BoundOptions extends LimitOptions {
  /** A request that would have to wait longer for a place is refused. In milliseconds. */
  readonly longestWaitMs: number
}

/** A clock that never goes back, in milliseconds, and a number from 0 to 1 that nobody foresees. */
export interface Chance {
  readonly now: () => number
  readonly random: () => number
}

/** What a bound was when it refused somebody. */
export interface Crowding {
  readonly places: number
  readonly waiting: number
}

/** A bound of one kind of work. */
export interface Bound {
  /** As `Admission.admit`. */
  admit(request: Omit<AdmissionRequest, 'kind'>, work: () => Promise<boolean>): Promise<void>
}

const OVERLOADED =
  'The service has more requests of this kind than it can answer in time. This one was not begun. Send it again after the ' +
  'number of seconds in Retry-After.'

/**
 * Makes the bound of one kind of work: places whose number follows the delay, and a line before them that is no longer than
 * what can be done within the longest wait. While the line is short it is first come, first served. Beyond half its length
 * there is more work than places: the newest goes first, because its client still waits, and for everyone who comes one who
 * has waited longest is refused.
 */
export function createBound(
  { longestWaitMs, ...limits }: BoundOptions,
  { now, random }: Chance,
  onRefused: (crowding: Crowding) => void = () => undefined,
): Bound {
  const limit = createAdaptiveLimit(limits, now)
  const retryAfter = createRetryAfter(now, random)
  const line = createWaitingLine()
  const heldBack = createHeldBack(now)

  const room = () => Math.floor((longestWaitMs / 1_000) * limit.perSecond())
  /** The error for a request that gets no place. Resolves when it is to be sent. */
  async function refusal(by: string, arrivedAt: number, gone: AbortSignal): Promise<unknown> {
    onRefused({ places: limit.places(), waiting: line.length() })
    const retryAfterSeconds = retryAfter.refused(limit.perSecond())
    await heldBack.untilRefused({ by, arrivedAt, retryAfterSeconds }, gone)
    if (gone.aborted) return gone.reason
    return problem('service_unavailable', { message: OVERLOADED, retryAfterSeconds })
  }

  function callNext(): void {
    if (line.taken() < limit.places()) line.admitNext(line.length() > room() / 2)
  }

  return {
    async admit({ whose, by, gone }, work) {
      gone.throwIfAborted()
      const arrivedAt = now()
      if (line.taken() < limit.places()) line.enter(whose)
      else if (!(await waitForPlace(whose, gone, { line, room, longestWaitMs }))) {
        throw await refusal(by, arrivedAt, gone)
      }
      const wasFull = line.taken() >= limit.places()
      const startedAt = now()
      let wasDone = false
      try {
        wasDone = await work()
      } finally {
        line.leave(whose)
        limit.measured({ tookMs: now() - startedAt, wasDone, wasFull })
        callNext()
        // More than one when there are more places than before.
        callNext()
      }
    },
  }
}

/** Where somebody waits, and for how long. */
interface Wait {
  readonly line: WaitingLine
  readonly room: () => number
  readonly longestWaitMs: number
}

/** Resolves with whether a place became free in time. Rejects when the client has disconnected. */
function waitForPlace(
  whose: string,
  gone: AbortSignal,
  { line, room, longestWaitMs }: Wait,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => () => {
      clearTimeout(tooLong)
      gone.removeEventListener('abort', giveUp)
      end()
    }
    const refuse = settle(() => resolve(false))
    const leave = line.join(whose, { admit: settle(() => resolve(true)), refuse })
    const giveUp = () => {
      leave()
      settle(() => reject(gone.reason as Error))()
    }
    const tooLong = setTimeout(() => {
      leave()
      refuse()
    }, longestWaitMs)
    gone.addEventListener('abort', giveUp, { once: true })
    if (line.length() > room()) line.refuseOne()
  })
}
