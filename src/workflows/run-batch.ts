import {
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow'

import type { Activities } from '../activities/index.ts'
import type { BatchKey } from '../domain/batch/batch.ts'
import { pauseBeforeRetry } from '../domain/batch/item-start.ts'
import { ITEM_START, RESULTS } from './activity-options.ts'
import { videoEndedSignal } from './contract.ts'

const { startBatchItem } = proxyActivities<Activities>(ITEM_START)
const { waitingItems, finishBatch, cancelBatchItems } = proxyActivities<Activities>(RESULTS)

/** How a run ends. `over`: its batch ended otherwise, or has no row because the database was restored to a time before it. */
type Ended = 'finished' | 'cancelled' | 'over'

/**
 * Each video that ends tells the run, so looking is for when one could not. Each wait is longer than the last, so that a long
 * one makes no long history.
 */
const FIRST_LOOK_AFTER_MS = 30_000
const LONGEST_WAIT_MS = 300_000

/**
 * One batch: starts its items in their order, each as soon as the limits of its account permit, then waits until all their
 * videos have ended. A refused item does not fail the workflow.
 *
 * All that it knows is in the database: a run that is lost is begun anew and goes on. When it is cancelled, so is its batch.
 */
export async function runBatch(batch: BatchKey): Promise<Ended> {
  const news = followEnds(batch)
  try {
    const isOver = (await startItems(batch, news)) && (await awaitEnds(batch, news))
    return end(batch, isOver ? 'finished' : 'over')
  } catch (error) {
    if (!isCancellation(error)) throw error
    await CancellationScope.nonCancellable(() => cancelBatchItems(batch))
    return end(batch, 'cancelled')
  }
}

/** Starts what waits. False when nothing of the batch is to start any more. */
async function startItems(batch: BatchKey, news: News): Promise<boolean> {
  const waiting = await waitingItems(batch)
  for (const number of waiting ?? []) {
    for (let tries = 1; ; tries += 1) {
      news.reset()
      const start = await startBatchItem.executeWithOptions({ summary: `item ${number}` }, [
        { ...batch, number },
      ])
      if (start.outcome === 'over') return false
      if (start.outcome === 'decided') break
      await news.within(pauseBeforeRetry(start, tries) * 1_000, `item ${number} waits (${start.code})`)
    }
  }
  return waiting !== null
}

/** Waits until all items have ended. False when the batch has no row. */
async function awaitEnds(batch: BatchKey, news: News): Promise<boolean> {
  for (let wait = FIRST_LOOK_AFTER_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    news.reset()
    const unended = await finishBatch(batch)
    if (unended === null || unended === 0) return unended === 0
    await news.within(wait, `${unended} of its videos are being made`)
  }
}

/** Whether a video of the account has ended lately. */
interface News {
  /** Only what ends from now on is news. */
  reset(): void
  /** Waits for some, for so long at most, and shows operators why. */
  within(milliseconds: number, why: string): Promise<void>
}

function followEnds(batch: BatchKey): News {
  let isNews = false
  setHandler(videoEndedSignal, () => void (isNews = true))
  return {
    reset: () => void (isNews = false),
    async within(milliseconds, why) {
      // A batch may wait for weeks; a history has an end.
      if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof runBatch>(batch)
      const at = new Date(Date.now() + milliseconds).toISOString()
      setCurrentDetails(`${batch.batchId}: ${why}; looks again at ${at} at the latest`)
      await condition(() => isNews, milliseconds)
    },
  }
}

function end(batch: BatchKey, ended: Ended): Ended {
  setCurrentDetails(`${batch.batchId}: ${ended}`)
  return ended
}
