import { Context } from '@temporalio/activity'

import type { WorkOptions } from '../ports.ts'

/**
 * How long work under an activity is stopped and watched: cancellation becomes an abort signal,
 * progress becomes a heartbeat, so that a worker that dies or hangs is noticed.
 */
export function heartbeatingWork(): Required<WorkOptions> {
  const context = Context.current()
  return {
    signal: context.cancellationSignal,
    onProgress: (share) => context.heartbeat({ share }),
  }
}
