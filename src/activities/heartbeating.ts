import { ApplicationFailure, Context } from '@temporalio/activity'

import { isMakingFailure } from '../domain/video/making-failure.ts'
import type { WorkOptions } from '../ports/process/work-options.ts'

/** Options that long work under an activity is given. */
export type StepOptions = WorkOptions & Required<Pick<WorkOptions, 'signal' | 'onProgress'>>

/**
 * Three beats in the heartbeat timeout: one may get lost on a busy machine. A beat also brings back the news that the
 * video was deleted, so drawing goes on for no longer than this. Each is a billed Action where Temporal is bought, and
 * most steps are done before the first.
 */
const HEARTBEAT_EVERY_MS = 5_000

/**
 * Does long work under an activity: cancellation becomes an abort signal, and heartbeats with the
 * share done tell the server that this worker lives. A child process that hangs is not seen here:
 * its pool ends it.
 *
 * @param owner whose work it is, if it waits for a process somewhere.
 */
export async function heartbeating<Result>(
  owner: Pick<WorkOptions, 'accountId'>,
  work: (options: StepOptions) => Promise<Result>,
): Promise<Result> {
  const context = Context.current()
  let share = 0
  const beat = () => context.heartbeat({ share })
  const timer = setInterval(beat, HEARTBEAT_EVERY_MS)
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
    clearInterval(timer)
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
