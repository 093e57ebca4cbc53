import type { ProcessState } from './needs.ts'

/** The queues that every video goes through: that of its run, and those of its steps. */
const QUEUES_OF_EVERY_VIDEO = ['videos', 'speech', 'render', 'assembly'] as const

/**
 * Why videos would wait, in words for operators: no process takes work from a queue that every video goes through.
 *
 * What is accepted then is not lost: it is made when a worker comes. So readiness tells it, and no creation is refused for it.
 *
 * @param processes those that told something of late.
 * @returns null when every queue is served.
 */
export function whyUnserved(processes: readonly Pick<ProcessState, 'queues'>[]): string | null {
  const missing = QUEUES_OF_EVERY_VIDEO.filter(
    (queue) => !processes.some(({ queues }) => queues.includes(queue)),
  )
  return missing.length === 0 ? null : `no worker has told of itself at ${missing.join(', ')}`
}
