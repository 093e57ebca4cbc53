import {
  ActivityFailure,
  ApplicationFailure,
  proxyActivities,
  rootCause,
  sleep,
  TimeoutFailure,
  upsertMemo,
} from '@temporalio/workflow'
import type {
  ActivityFunctionWithOptions,
  ActivityInterfaceFor,
  ActivityOptions,
  UntypedActivities,
} from '@temporalio/workflow'

import { isPlaceFault } from '../domain/error/place-fault.ts'
import { failureCause } from '../domain/video/failure-cause.ts'
import { FAILED_STEP } from './contract.ts'
import type { FailedStep } from './contract.ts'

/** Options of a step that may fail a few times. Its retry policy is left out, as Temporal would count bad luck too. */
export interface TriedOptions extends Omit<ActivityOptions, 'retry'> {
  readonly tries: Tries
}

/** How often the errors of a step are forgiven. */
export interface Tries {
  /** The step fails with this error. */
  readonly most: number
  /** The wait after the first error; each further one is twice as long. */
  readonly firstWaitMs: number
}

/**
 * What Temporal's workers and servers, and ours, call an attempt that was cut off from outside. A worker that is asked to stop
 * reports what it could not finish as `WorkerShutdown`; the others are commands of operators.
 */
const INTERRUPTED: ReadonlySet<string> = new Set(['WorkerShutdown', 'ActivityReset', 'ActivityPause'])

/**
 * Workers that stop all at once have a moment to come back. Each wait is twice as long as the last, so that a history
 * stays short whatever happens, up to the time in which the loss of a worker is noticed.
 */
const FIRST_WAIT_AFTER_LOSS_MS = 1_000
const LONGEST_WAIT_AFTER_LOSS_MS = 15_000

/**
 * Activities of which only errors of the work count as tries. A worker that was stopped, killed, lost or frozen, or that
 * lacks what any work needs, says nothing about the work: what it left is done again, however often that happens, until
 * the caller's scope is cancelled. So they have to be called under a deadline.
 *
 * Each attempt is an activity of its own in the history, because Temporal's own policy counts attempts whatever they
 * ended with.
 *
 * @see docs/adr/0033-bad-luck-is-not-a-try.md
 */
export function triedActivities<Steps extends object>({
  tries,
  ...options
}: TriedOptions): ActivityInterfaceFor<Steps> {
  const once = proxyActivities<UntypedActivities>({ ...options, retry: { maximumAttempts: 1 } })
  return new Proxy({} as ActivityInterfaceFor<Steps>, {
    get(_, name) {
      const step = once[String(name)] as ActivityFunctionWithOptions<
        (...input: unknown[]) => Promise<unknown>
      >
      const tried = (attempt: () => Promise<unknown>) => untilDone(String(name), tries, attempt)
      return Object.assign((...input: unknown[]) => tried(() => step(...input)), {
        executeWithOptions: (overridden: ActivityOptions, input: unknown[]) =>
          tried(() => step.executeWithOptions(overridden, input)),
      })
    },
  })
}

async function untilDone<Result>(
  name: string,
  { most, firstWaitMs }: Tries,
  attempt: () => Promise<Result>,
): Promise<Result> {
  let errors = 0
  let losses = 0
  let isReported = false
  for (;;) {
    try {
      const result = await attempt()
      if (errors > 0 || isReported) upsertMemo({ [FAILED_STEP]: null })
      return result
    } catch (failure) {
      if (isBadLuck(failure)) {
        // Operators see what the work waits for; once, so that a history stays short.
        if (!isReported && isOfPlace(failure)) {
          isReported = true
          reportFailure(name, 1, failure)
        }
        await sleep(Math.min(FIRST_WAIT_AFTER_LOSS_MS * 2 ** losses, LONGEST_WAIT_AFTER_LOSS_MS))
        losses += 1
        continue
      }
      errors += 1
      if (!mayPass(failure) || errors === most) throw failure
      reportFailure(name, errors, failure)
      await sleep(firstWaitMs * 2 ** (errors - 1))
    }
  }
}

function reportFailure(name: string, errors: number, failure: ActivityFailure): void {
  const { cause, identity } = failure
  const failed: FailedStep = {
    name,
    errors,
    message: rootCause(failure) ?? '',
    cause: failureCause(cause instanceof ApplicationFailure ? cause.type : null),
    worker: identity || null,
  }
  upsertMemo({ [FAILED_STEP]: failed })
}

/** Whether the place where a step was done is at fault: the database, the disk or the store is away for longer than three tries. */
function isOfPlace({ cause }: ActivityFailure): boolean {
  return cause instanceof ApplicationFailure && isPlaceFault(cause.type)
}

function isBadLuck(failure: unknown): failure is ActivityFailure {
  if (!(failure instanceof ActivityFailure)) return false
  const { cause } = failure
  if (isOfPlace(failure)) return true
  if (cause instanceof ApplicationFailure) return INTERRUPTED.has(cause.type ?? '')
  // Nobody came to take the step in time: more of the same would not help.
  return cause instanceof TimeoutFailure && cause.timeoutType !== 'SCHEDULE_TO_START'
}

/** Whether a step ended with an error of its own, not by a cancellation, and may do better the next time. */
function mayPass(failure: unknown): failure is ActivityFailure {
  if (!(failure instanceof ActivityFailure)) return false
  const { cause } = failure
  return cause instanceof ApplicationFailure && !cause.nonRetryable
}
