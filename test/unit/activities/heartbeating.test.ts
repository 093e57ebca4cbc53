import { CancelledFailure } from '@temporalio/common'
import { MockActivityEnvironment } from '@temporalio/testing'
import { afterEach, expect, test, vi } from 'vitest'

import { heartbeating } from '../../../src/activities/heartbeating.ts'

afterEach(() => void vi.useRealTimers())

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

test.each([
  { heartbeatTimeoutMs: 45_000, beats: [5, 15, 30, 45, 60, 75] },
  { heartbeatTimeoutMs: 15_000, beats: [5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75] },
])(
  'beats become rarer with the age of a step, up to a third of its timeout of $heartbeatTimeoutMs ms',
  async ({ heartbeatTimeoutMs, beats }) => {
    vi.useFakeTimers()
    const environment = new MockActivityEnvironment({ heartbeatTimeoutMs })
    const startedAt = Date.now()
    const seconds: number[] = []
    environment.on('heartbeat', () => seconds.push((Date.now() - startedAt) / 1_000))
    const work = environment.run(() =>
      heartbeating({ accountId: 'acc_1' }, () => new Promise((resolve) => setTimeout(resolve, 80_000))),
    )
    await vi.advanceTimersByTimeAsync(80_000)
    await work
    expect(seconds).toEqual(beats)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(seconds, 'none after its end').toEqual(beats)
  },
)
