import type { Log } from '../ports/process/log.ts'

/** While something is away, every request and every step may meet it. */
const TOLD_EVERY_MS = 60_000

interface Told {
  readonly atMs: number
  /** How often it was met since. */
  times: number
}

/** What was told in each log, by what was away. */
const logs = new WeakMap<object, Map<string, Told>>()

/**
 * Warns of an outage once a minute, whatever parts of the process meet it, and says how often it was met meanwhile. The stack
 * of such an error leads into a library, and says nothing that its message does not.
 *
 * @param outage what is away, in a word that operators know, as `database`.
 * @param nowMs on a clock that only goes forward.
 */
export function tellOutage(
  log: Pick<Log, 'warn'>,
  outage: string,
  error: unknown,
  nowMs = performance.now(),
): void {
  const told = logs.get(log) ?? new Map<string, Told>()
  logs.set(log, told)
  const last = told.get(outage)
  if (last !== undefined && nowMs - last.atMs < TOLD_EVERY_MS) {
    last.times += 1
    return
  }
  told.set(outage, { atMs: nowMs, times: 0 })
  log.warn(
    { outage, why: wordsOf(error), ...(last && { timesSinceLast: last.times }) },
    'something is unavailable: what needs it waits or is refused',
  )
}

/** What an error says, and what its causes say besides. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause === undefined) return error.message
  const cause = wordsOf(error.cause)
  return error.message.includes(cause) ? error.message : `${error.message}: ${cause}`
}
