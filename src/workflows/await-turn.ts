import { CancellationScope, condition, proxyActivities, setHandler } from '@temporalio/workflow'

import type { Activities } from '../activities/index.ts'
import { RESULTS } from './activity-options.ts'
import { startRenderingSignal } from './contract.ts'
import type { ProduceVideoInput } from './contract.ts'
import type { RunDisplay } from './run-display.ts'

const { takeTurn } = proxyActivities<Activities>(RESULTS)

/**
 * The signal starts a video within moments; looking is for one that got lost, and for a plan that got
 * larger. Each wait is longer than the last, so that a day of waiting stays a short history.
 */
const FIRST_LOOK_AFTER_MS = 30_000
const LONGEST_WAIT_MS = 300_000

/** An account that queues more than a day's work should be told. */
const QUEUE_DEADLINE = '24h'

/** Waits until a queued video has a slot of its account. Fails after `QUEUE_DEADLINE`. */
export async function awaitTurn(input: ProduceVideoInput, display: RunDisplay): Promise<void> {
  let called = false
  setHandler(startRenderingSignal, () => void (called = true))
  display.queue()
  await CancellationScope.withTimeout(QUEUE_DEADLINE, async () => {
    for (let wait = FIRST_LOOK_AFTER_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
      await condition(() => called, wait)
      called = false
      if (await takeTurn(input)) return
    }
  })
}
