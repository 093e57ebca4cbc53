import { ApplicationFailure, Context } from '@temporalio/activity'

import { isMakingFailure } from '../domain/video/making-failure.ts'
import type { WorkOptions } from '../ports/process/work-options.ts'

/** Options that long work under an activity is given. */
export type StepOptions = WorkOptions & Required<Pick<WorkOptions, 'signal' | 'onProgress'>>

/** The wait before the first beat, and by so much each wait is longer than the one before: most steps are done before the first. */
const LONGER_BY_MS = 5_000
/** So many of the longest waits are in the heartbeat timeout of the step: a beat may get lost on a busy machine. */
const WAITS_IN_TIMEOUT = 3

/**
 * Does long work under an activity: cancellation becomes an abort signal, and heartbeats with the
 * share done tell the server that this worker lives. A child process that hangs is not seen here:
 * its pool ends it.
 *
 * Each beat is a billed Action where Temporal is bought. They become rarer with the age of the step, so that a machine that is
 * too slow does not cost more Actions as well. A beat also brings back the news that the video was deleted, so the work
 * continues for one wait at most.
 *
 * @param owner whose work it is, if it waits for a process somewhere.
 */
export async function heartbeating<Result>(
  owner: Pick<WorkOptions, 'accountId'>,
  work: (options: StepOptions) => Promise<Result>,
): Promise<Result> {
  const context = Context.current()
  let share = 0
  let timer: NodeJS.Timeout
  const longest = Math.max(LONGER_BY_MS, (context.info.heartbeatTimeoutMs ?? 0) / WAITS_IN_TIMEOUT)
  const beatAfter = (wait: number) => {
    timer = setTimeout(() => {
      context.heartbeat({ share })
      beatAfter(Math.min(wait + LONGER_BY_MS, longest))
    }, wait)
  }
  beatAfter(LONGER_BY_MS)
  try {
    const onProgress = (done: number) => {
      share = done
    }
    const { accountId } = owner
    return await work({ accountId, signal: context.cancellationSignal, onProgress })
  } catch (error) {
    // Whatever the work said when it was interrupted: it was interrupted, and did not fail.
    context.cancellationSignal.throwIfAborted()
    throw hopeless(error) ?? error
  } finally {
    clearTimeout(timer!)
  }
}

/** The failure that tells Temporal not to try again, when there is no use in it. */
function hopeless(error: unknown): ApplicationFailure | null {
  if (!(error instanceof Error) || !isMakingFailure(error.name)) return null
  return ApplicationFailure.create({
    message: error.message,
    type: error.name,
    nonRetryable: true,
    cause: error,
  })
}
