import { randomUUID } from 'node:crypto'

import { WorkflowFailedError } from '@temporalio/client'
import { expect } from 'vitest'

import type { Activities } from '../../src/activities/index.ts'
import type { ItemStart } from '../../src/domain/batch/item-start.ts'
import { RUN_BATCH, videoEndedSignal, WEBHOOKS_QUEUE } from '../../src/workflows/contract.ts'
import type { runBatch } from '../../src/workflows/run-batch.ts'
import { failedTimes, placeFailed, stoppedTimes } from '../support/temporal/bad-luck.ts'
import { recordActivities } from '../support/temporal/recorded-activities.ts'
import { test } from '../support/temporal/skipping-time.ts'
import type { WorkflowEnvironment } from '../support/temporal/workflow-environment.ts'

const BATCH = { accountId: 'acc_1', batchId: 'bat_1' }
const DECIDED: ItemStart = { outcome: 'decided' }
const DAY_MS = 86_400_000

let environment: WorkflowEnvironment

test.beforeAll(({ workflowEnvironment }) => {
  environment = workflowEnvironment
})

async function start(replaced: Partial<Activities>) {
  const recorded = recordActivities(replaced)
  environment.serve(recorded.activities)
  const handle = await environment.server.client.workflow.start<typeof runBatch>(RUN_BATCH, {
    workflowId: randomUUID(),
    taskQueue: WEBHOOKS_QUEUE,
    args: [BATCH],
  })
  const tried = () => recorded.inputs('startBatchItem').map(({ number }) => number)
  return { handle, recorded, tried }
}

/** An item waits for as many tries. */
function laterTimes(times: number, code: 'concurrency_limit' | 'daily_limit' | 'rate_limited', seconds = 1) {
  let tries = 0
  return async (): Promise<ItemStart> => {
    tries += 1
    return tries <= times ? { outcome: 'later', code, seconds } : DECIDED
  }
}

test('starts its items in their order, each once, and ends when all of them have', async () => {
  let looks = 0
  const { handle, recorded, tried } = await start({
    waitingItems: async () => [2, 3, 7],
    finishBatch: async () => 3 - (looks += 1),
  })
  expect(await handle.result()).toBe('finished')
  expect(tried()).toEqual([2, 3, 7])
  expect(recorded.inputs('finishBatch')).toEqual([BATCH, BATCH, BATCH])
  expect(recorded.names.indexOf('finishBatch')).toBe(4)
})

test('an item that has to wait is tried again, and those after it wait behind it', async () => {
  const { handle, tried } = await start({ startBatchItem: laterTimes(3, 'rate_limited', 6) })
  expect(await handle.result()).toBe('finished')
  expect(tried()).toEqual([1, 1, 1, 1, 2, 3])
})

test('is tried at once when a video of the account has ended', async () => {
  let isFree = false
  const { handle, tried } = await start({
    startBatchItem: async () =>
      isFree ? DECIDED : { outcome: 'later', code: 'concurrency_limit', seconds: 300 },
  })
  await expect.poll(tried).toEqual([1])
  isFree = true
  // Nobody waits for the result yet, so no time is skipped.
  await handle.signal(videoEndedSignal)
  await expect.poll(tried).toEqual([1, 1, 2, 3])
  expect(await handle.result()).toBe('finished')
})

test('what ends while an item is being tried is not missed', async () => {
  let tries = 0
  const { handle, tried } = await start({
    async startBatchItem() {
      tries += 1
      if (tries > 1) return DECIDED
      await handle.signal(videoEndedSignal)
      return { outcome: 'later', code: 'concurrency_limit', seconds: 300 }
    },
  })
  await expect.poll(tried).toEqual([1, 1, 2, 3])
  expect(await handle.result()).toBe('finished')
})

test('weeks of waiting for the next day go on in one run after another, none with a long history', async () => {
  const days = 20
  const until = (await environment.server.currentTimeMs()) + days * DAY_MS
  const { handle, tried } = await start({
    async startBatchItem() {
      const isOver = (await environment.server.currentTimeMs()) >= until
      return isOver ? DECIDED : { outcome: 'later', code: 'daily_limit', seconds: DAY_MS / 1_000 }
    },
  })
  expect(await handle.result()).toBe('finished')
  expect(tried().length).toBeGreaterThan(days * 20)
  const { events } = await handle.fetchHistory()
  expect(events!.length).toBeLessThan(10_000)
  // What went on is a run of its own, and the items that were started before are not tried in it.
  expect(events![0]!.workflowExecutionStartedEventAttributes?.continuedExecutionRunId).toBeTruthy()
  expect(tried().slice(-2)).toEqual([2, 3])
})

test('a start that is cut off again and again is made in the end, each item with its own number', async () => {
  const { handle, tried } = await start({ startBatchItem: stoppedTimes(10, async () => DECIDED) })
  expect(await handle.result()).toBe('finished')
  expect(new Set(tried())).toEqual(new Set([1, 2, 3]))
})

test('an outage of hours fails nothing, and makes no long history', async () => {
  const lost = () => placeFailed('DatabaseUnavailable')
  const { handle } = await start({
    waitingItems: failedTimes(100, lost, async () => [1]),
    startBatchItem: failedTimes(500, lost, async () => DECIDED),
    finishBatch: failedTimes(100, lost, async () => 0),
  })
  expect(await handle.result()).toBe('finished')
  const { events } = await handle.fetchHistory()
  expect(events!.length).toBeLessThan(100)
})

test('an outage of days fails the run, which housekeeping begins anew', async () => {
  const { handle } = await start({
    startBatchItem: async () => {
      throw placeFailed('DatabaseUnavailable')
    },
  })
  await expect(handle.result()).rejects.toThrow(WorkflowFailedError)
})

test('a run that is cancelled cancels its batch, and starts nothing more', async () => {
  const { handle, recorded, tried } = await start({
    startBatchItem: laterTimes(1_000, 'concurrency_limit', 300),
  })
  await expect.poll(tried).toEqual([1])
  await handle.cancel()
  expect(await handle.result()).toBe('cancelled')
  expect(recorded.inputs('cancelBatchItems')).toEqual([BATCH])
  expect(tried()).toEqual([1])
})

test('a run that is cancelled while its videos are being made cancels them', async () => {
  const { handle, recorded } = await start({ finishBatch: async () => 2 })
  await expect.poll(() => recorded.names).toContain('finishBatch')
  await handle.cancel()
  expect(await handle.result()).toBe('cancelled')
  expect(recorded.inputs('cancelBatchItems')).toEqual([BATCH])
})

test('a run that nobody could tell of the cancellation finds it out by itself', async () => {
  const { handle, tried } = await start({ startBatchItem: async () => ({ outcome: 'over' }) })
  expect(await handle.result()).toBe('over')
  expect(tried()).toEqual([1])
})

test('a run whose batch has no row ends, as after the database was restored to a time before it', async () => {
  const { handle, tried } = await start({ waitingItems: async () => null, finishBatch: async () => null })
  expect(await handle.result()).toBe('over')
  expect(tried()).toEqual([])
})
