import {
  ApplicationFailure,
  CancellationScope,
  isCancellation,
  log,
  proxyActivities,
  rootCause,
} from '@temporalio/workflow'

import type { Activities } from '../activities/index.ts'
import { RESULTS, TWIN_WORK } from './activity-options.ts'
import type { CheckTakeInput } from './contract.ts'
import { failureType } from './failure-type.ts'
import { triedActivities } from './tried-activities.ts'
import { createTwinDisplay } from './twin-display.ts'
import type { TwinDisplay } from './twin-display.ts'

const { lookAtTake, judgeTake } = triedActivities<Activities>(TWIN_WORK)
const { refuseTake } = proxyActivities<Activities>(RESULTS)

/** A person waits before their screen. A take is looked at in minutes, even where several wait. */
const CHECK_DEADLINE = '30m'

const BROKEN = 'This part could not be checked, and your recording was not the cause: record it once more.'

/**
 * Looks at one take of a recording, and accepts or refuses it with a sentence for the person. Every take gets an
 * answer: one that cannot be looked at is refused.
 */
export async function checkTake(input: CheckTakeInput): Promise<'checked' | 'refused' | 'gone'> {
  const display = createTwinDisplay(input)
  let outcome: 'accepted' | 'refused' = 'accepted'
  try {
    await CancellationScope.withTimeout(CHECK_DEADLINE, async () => {
      display.reach(`look at ${input.takeId}`, 0)
      await lookAtTake.executeWithOptions({ summary: input.takeId }, [input])
      display.reach(`judge ${input.takeId}`, 80)
      outcome = await judgeTake.executeWithOptions({ summary: input.takeId }, [input])
    })
  } catch (error) {
    return CancellationScope.nonCancellable(() => giveUp(input, error, display))
  }
  display.end(outcome, `${input.takeId} is ${outcome}`)
  return 'checked'
}

async function giveUp(
  input: CheckTakeInput,
  error: unknown,
  display: TwinDisplay,
): Promise<'refused' | 'gone'> {
  const type = failureType(error)
  if (type === 'TwinGone') {
    log.warn('twin of a take is gone, and the run of its check ends', { takeId: input.takeId })
    display.end('gone', 'withdrawn meanwhile')
    return 'gone'
  }
  const message = type === 'TakeUnusable' ? (rootCause(error) ?? BROKEN) : BROKEN
  await refuseTake({ ...input, message })
  const why = isCancellation(error) ? 'cancelled, or past its deadline' : (rootCause(error) ?? String(error))
  display.end('refused', `refused: ${why}`)
  if (type === 'TakeUnusable') return 'refused'
  throw ApplicationFailure.nonRetryable(why, 'TakeNotChecked')
}
