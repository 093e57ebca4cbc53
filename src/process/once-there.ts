import { setTimeout as delay } from 'node:timers/promises'

/** How soon a start tries again. */
const AGAIN_AFTER_MS = 2_000

/** How often it is told that a start still waits. */
const REPORT_EVERY = 15

/** What a step of a start waits for. */
export interface Awaited {
  /** Whether the step may succeed later: what it needs is away. Anything else ends the start. */
  readonly isAway: (error: unknown) => boolean
  /** Says that the start waits, and why. */
  readonly tell: (error: Error) => void
  readonly stop: AbortSignal
}

/**
 * Does a step of a start, and again until what it needs is there: machines start in any order, and a process that ended
 * instead would only be started again.
 *
 * @returns null when the process was asked to stop first. @throws what is no absence.
 */
export async function onceThere<Result>(
  step: () => Promise<Result>,
  { isAway, tell, stop }: Awaited,
): Promise<Result | null> {
  for (let tries = 0; !stop.aborted; tries += 1) {
    try {
      return await step()
    } catch (error) {
      if (!isAway(error)) throw error
      if (tries % REPORT_EVERY === 0) tell(error as Error)
      await delay(AGAIN_AFTER_MS, undefined, { signal: stop }).catch(() => undefined)
    }
  }
  return null
}
