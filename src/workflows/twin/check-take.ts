import {
  CancellationScope,
  isCancellation,
  log,
  proxyActivities,
  rootCause,
  sleep,
} from '@temporalio/workflow'

import type { Activities } from '../../activities/index.ts'
import type { StepFailure } from '../../domain/step-failure.ts'
import { RESULTS, TWIN_WORK } from '../activity-options.ts'
import type { CheckTakeInput } from '../contract.ts'
import { failureType, foundFailure } from '../failure-type.ts'
import { triedActivities } from '../tried-activities.ts'
import { createTwinDisplay } from './twin-display.ts'
import type { TwinDisplay } from './twin-display.ts'

const { lookAtTake, judgeTake } = triedActivities<Activities>(TWIN_WORK)
const { refuseTake, secondsAtWork } = proxyActivities<Activities>(RESULTS)

/**
 * A person waits before their screen: a step takes minutes. What waits for its turn behind the films of others has all of it
 * left.
 */
const STEP_SECONDS = 30 * 60

/** Nothing waits for ever, whatever becomes of the workers. */
const LONGEST_WAIT = '24h'

/** The twin was withdrawn, or the part is being recorded again. */
const GONE: ReadonlySet<StepFailure> = new Set(['TwinGone', 'TakeReplaced'])

const BROKEN = 'This part could not be checked, and your recording was not the cause: record it once more.'

/**
 * Looks at one take of a recording, and accepts or refuses it with a sentence for the person. Every take gets an
 * answer: one that cannot be looked at is refused.
 */
export async function checkTake(input: CheckTakeInput): Promise<'checked' | 'refused' | 'gone'> {
  const display = createTwinDisplay(input)
  let outcome: 'accepted' | 'refused' = 'accepted'
  try {
    await CancellationScope.withTimeout(LONGEST_WAIT, async () => {
      display.reach(`look at ${input.takeId}`, 0)
      await inTime(input, 'look', () => lookAtTake.executeWithOptions({ summary: input.takeId }, [input]))
      display.reach(`judge ${input.takeId}`, 80)
      outcome = await inTime(input, 'judge', () =>
        judgeTake.executeWithOptions({ summary: input.takeId }, [input]),
      )
    })
  } catch (error) {
    return CancellationScope.nonCancellable(() => giveUp(input, error, display))
  }
  display.end(outcome, `${input.takeId} is ${outcome}`)
  return 'checked'
}

/** Does a step, and cancels it when it has been at work for too long. */
function inTime<Result>(
  input: CheckTakeInput,
  step: 'look' | 'judge',
  work: () => Promise<Result>,
): Promise<Result> {
  return CancellationScope.cancellable(async () => {
    const scope = CancellationScope.current()
    const watch = new CancellationScope()
    watch
      .run(() => untilOver(input, step))
      .then(
        () => scope.cancel(),
        (error: unknown) => {
          // Whether it is over cannot be told: the step goes on, to the end of the longest wait.
          if (!isCancellation(error)) log.warn('nobody tells for how long a take is looked at', { ...input })
        },
      )
    try {
      return await work()
    } finally {
      watch.cancel()
    }
  })
}

async function untilOver(input: CheckTakeInput, step: 'look' | 'judge'): Promise<void> {
  for (let left = STEP_SECONDS; left > 0;) {
    await sleep(1_000 * left)
    const worked = await secondsAtWork({ ...input, step })
    left = worked === null ? STEP_SECONDS : Math.ceil(STEP_SECONDS - worked)
  }
}

async function giveUp(
  input: CheckTakeInput,
  error: unknown,
  display: TwinDisplay,
): Promise<'refused' | 'gone'> {
  const type = failureType(error)
  if (type !== null && GONE.has(type)) {
    log.warn('a take is gone, and the run of its check ends', { takeId: input.takeId })
    display.end('gone', 'withdrawn or replaced meanwhile')
    return 'gone'
  }
  const message = type === 'TakeUnusable' ? (rootCause(error) ?? BROKEN) : BROKEN
  await refuseTake({ ...input, message })
  const why = isCancellation(error) ? 'cancelled, or past its deadline' : (rootCause(error) ?? String(error))
  display.end('refused', `refused: ${why}`)
  if (type === 'TakeUnusable') return 'refused'
  throw foundFailure('TakeNotChecked', why)
}
