import { CancelledFailure } from '@temporalio/common'
import { MockActivityEnvironment } from '@temporalio/testing'
import { expect, test } from 'vitest'

import { heartbeating } from '../../../src/activities/heartbeating.ts'

/** Does work under an activity whose worker stops as soon as the work has begun. */
function interrupted(work: (signal: AbortSignal) => Promise<never>): Promise<never> {
  const environment = new MockActivityEnvironment()
  return environment.run(() =>
    heartbeating({ accountId: 'acc_1' }, ({ signal }) => {
      environment.cancel('WORKER_SHUTDOWN')
      return work(signal)
    }),
  )
}

test('work that an interruption makes fail was interrupted, and its own error does not count', async () => {
  const told = interrupted(() => Promise.reject(new Error('the connection was closed')))
  await expect(told).rejects.toBeInstanceOf(CancelledFailure)
})

test('an error that comes by itself is told as it is', async () => {
  const told = new MockActivityEnvironment().run(() =>
    heartbeating({ accountId: 'acc_1' }, () => Promise.reject(new Error('no such frame'))),
  )
  await expect(told).rejects.toThrow('no such frame')
})
