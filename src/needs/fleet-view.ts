import { beginsNewWork } from '../domain/health/current-release.ts'
import type { CurrentRelease } from '../domain/health/current-release.ts'
import { needsOf } from '../domain/health/needs.ts'
import type { Lack, ProcessState } from '../domain/health/needs.ts'
import { QUEUES_OF_EVERY_VIDEO } from '../domain/health/unserved.ts'
import type { Clock } from '../ports/process/clock.ts'
import type { Log } from '../ports/process/log.ts'
import type { FleetView, ProcessStates } from '../ports/process/needs.ts'

/** A process tells of itself every ten seconds; one that has not for so long is gone, or cannot tell. */
const SEEN_WITHIN_SECONDS = 45

/** What lacks for less than this comes back by itself more often than not. */
const LACKING_FOR_MS = 60_000

/** Requests ask by the hundred, and are answered from the last look. */
const LOOK_EVERY_MS = 5_000

/** How often operators are told that nothing can be made, while it is so. */
const REPORT_EVERY_MS = 60_000

/** A fleet view that looks now and again, once it has begun to. */
export interface LookingFleetView extends FleetView {
  /** Resolves after the first look. Safe to repeat. */
  begin(): Promise<void>
  end(): void
}

/** What a fleet view is made with. */
interface FleetViewFacts {
  readonly clock: Clock
  readonly log: Pick<Log, 'error'>
  /** The release whose workers begin new work; null while that is not known. */
  readonly currentRelease: () => Promise<CurrentRelease | null>
  /** Hears at each look of all processes. */
  readonly hear?: (processes: readonly ProcessState[]) => void
}

/** Sees what the processes of the service told of themselves. Before it begins to look, and while it cannot, it sees nothing. */
export function createFleetView(
  states: Pick<ProcessStates, 'seenWithin'>,
  { clock, log, currentRelease, hear }: FleetViewFacts,
): LookingFleetView {
  let reportedAt = -Infinity
  let seen: readonly ProcessState[] = []
  let current: CurrentRelease | null = null
  let timer: NodeJS.Timeout | undefined
  const look = async (): Promise<void> => {
    seen = await states.seenWithin(SEEN_WITHIN_SECONDS).catch(() => [])
    current = await currentRelease().catch(() => null)
    hear?.(seen)
  }
  return {
    async begin() {
      if (timer) return
      timer = setInterval(() => void look(), LOOK_EVERY_MS)
      timer.unref()
      await look()
    },
    end: () => clearInterval(timer),
    processes: () => seen,
    whyNothingIsMade() {
      const makers = seen.filter((process) => beginsNewWork(process, current))
      const why = whyNothingIsMade(makers, clock())
      const now = clock().getTime()
      if (why !== null && now - reportedAt >= REPORT_EVERY_MS) {
        reportedAt = now
        log.error({ why }, 'no video can be made: creations are refused')
      }
      return why
    },
  }
}

/**
 * Why no video can be made by any of these workers, for operators: all of a queue that every video goes through have lacked
 * something for a minute. Null while one can work. Of a queue whose workers say nothing, nothing is known.
 */
function whyNothingIsMade(processes: readonly ProcessState[], now: Date): string | null {
  for (const queue of QUEUES_OF_EVERY_VIDEO) {
    const serving = processes.filter(({ queues }) => queues.includes(queue))
    const reasons = serving.map((process) => longLack(queue, process, now))
    if (reasons.length > 0 && !reasons.includes(null)) return `no worker serves ${queue}: ${unique(reasons)}`
  }
  return null
}

function longLack(queue: string, { name, lacks }: ProcessState, now: Date): string | null {
  const isLong = ({ since }: Lack) => now.getTime() - since.getTime() >= LACKING_FOR_MS
  const found = lacks.find((lack) => needsOf(queue).includes(lack.need) && isLong(lack))
  return found === undefined ? null : `${name} lacks ${found.need} (${found.why})`
}

function unique(reasons: readonly (string | null)[]): string {
  return [...new Set(reasons)].join('; ')
}
