import { beginsNewWork } from './current-release.ts'
import type { CurrentRelease } from './current-release.ts'
import type { ProcessState } from './needs.ts'

/** The queues that every video goes through: that of its run, and those of its steps. */
export const QUEUES_OF_EVERY_VIDEO = ['videos', 'speech', 'render', 'assembly'] as const

/** What is asked of a process here. */
type Serving = Pick<ProcessState, 'queues' | 'buildId'>

/**
 * Why new videos would wait, in words for operators: nobody takes new work from a queue that every video goes through.
 *
 * What is accepted then is not lost: it is made when a worker comes. So readiness tells it, and no creation is refused for it.
 *
 * @param processes those that told something of late.
 * @param current whose workers begin new work; null while that is not known.
 * @returns null when every queue is served.
 */
export function whyUnserved(processes: readonly Serving[], current: CurrentRelease | null): string | null {
  const silent = unservedBy(processes)
  if (silent.length > 0) return `no worker has told of itself at ${silent.join(', ')}`
  const left = unservedBy(processes.filter((process) => beginsNewWork(process, current)))
  if (left.length === 0) return null
  const buildId = current?.buildId ?? null
  const who =
    buildId === null
      ? 'no release is promoted, and no worker without one'
      : `no worker of the current release ${buildId}`
  return `${who} serves ${left.join(', ')}`
}

function unservedBy(processes: readonly Serving[]): string[] {
  return QUEUES_OF_EVERY_VIDEO.filter((queue) => !processes.some(({ queues }) => queues.includes(queue)))
}
