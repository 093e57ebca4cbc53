import { MockActivityEnvironment } from '@temporalio/testing'
import { DefaultLogger } from '@temporalio/worker'
import { expect, test } from 'vitest'

import { createBatchActivities } from '../../../src/activities/batch/batch.ts'
import type { BatchPorts } from '../../../src/activities/batch/batch.ts'
import type { ItemError } from '../../../src/domain/batch/batch.ts'
import { DatabaseUnavailable } from '../../../src/domain/error/database-unavailable.ts'
import { OutcomeUnknown } from '../../../src/domain/error/errors.ts'
import { createLog } from '../../../src/process/log.ts'

const ITEM = { accountId: 'acc_1', batchId: 'bat_1', number: 3 }

/** Tries to start an item for so many times already; it throws this. */
async function startFor(attempt: number, error: Error) {
  const failed: ItemError[] = []
  const ports: Partial<BatchPorts> = {
    startItem: () => Promise.reject(error),
    batches: {
      waiting: async () => [],
      finish: async () => 0,
      failed: async (_, why) => void failed.push(why),
    },
    log: createLog({ level: 'silent' }),
  }
  const { startBatchItem } = createBatchActivities(ports as BatchPorts)
  const environment = new MockActivityEnvironment({ attempt }, { logger: new DefaultLogger('ERROR') })
  const outcome: unknown = await environment
    .run(startBatchItem, ITEM)
    .catch((thrown: unknown) => (thrown === error ? 'thrown' : thrown))
  return { outcome, failed }
}

test('an item whose start fails is tried again, and in the end fails, so that others do not wait behind it for ever', async () => {
  const bug = new TypeError('undefined is not a function')
  expect(await startFor(9, bug)).toEqual({ outcome: 'thrown', failed: [] })
  const { outcome, failed } = await startFor(10, bug)
  expect(outcome).toEqual({ outcome: 'decided' })
  expect(failed).toMatchObject([{ code: 'service_unavailable' }])
  // What went wrong is for the log.
  expect(JSON.stringify(failed)).not.toContain('function')
})

test.each([
  ['the database is away', new DatabaseUnavailable(new Error('connection refused'))],
  ['nobody knows what became of the request', new OutcomeUnknown(new Error('no answer'))],
])('however often it is tried, it is not the item’s fault that %s', async (_, error) => {
  expect(await startFor(1_000, error)).toEqual({ outcome: 'thrown', failed: [] })
})
