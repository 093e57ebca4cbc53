import type { ProcessState } from '../domain/health/needs.ts'
import type { Log } from '../ports/process/log.ts'
import type { NeedsWatch, ProcessStates } from '../ports/process/needs.ts'

/** How often a process tells of itself. */
const REPORT_EVERY_MS = 10_000

/** What a process knows of itself from its start. */
export type OwnState = Omit<ProcessState, 'lacks' | 'seenAt'>

/**
 * Notes for all other processes, now and again and at each change, what this one is and what it lacks. While the database
 * is away, nothing is noted: others see that they have not heard of it for long.
 *
 * @returns what ends it, and forgets the process.
 */
export function reportState(
  own: OwnState,
  { needs, states, log }: { needs: NeedsWatch; states: ProcessStates; log: Log },
): () => Promise<void> {
  let ended = false
  let telling: Promise<void> | null = null
  let again = false
  const tell = async (): Promise<void> => {
    do {
      again = false
      await states
        .note({ ...own, lacks: needs.lacks() })
        .catch((error: unknown) => log.debug({ error }, 'state of the process not noted'))
    } while (again && !ended)
    telling = null
  }
  const reportSoon = (): void => {
    if (ended) return
    if (telling) again = true
    else telling = tell()
  }
  needs.onChange(reportSoon)
  const timer = setInterval(reportSoon, REPORT_EVERY_MS)
  timer.unref()
  reportSoon()
  return async () => {
    ended = true
    clearInterval(timer)
    await telling
    await states.forget(own.id).catch(() => undefined)
  }
}
