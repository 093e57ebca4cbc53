import { expect, test } from 'vitest'

import { createRetryAfter } from '../../../src/admission/retry-after.ts'
import { Problem } from '../../../src/domain/error/errors.ts'
import { createUploadGate } from '../../../src/usecases/twin/upload-gate.ts'

const ANOTHER = { id: 'another', accountId: 'other' }

test('uploads beyond those of a process are refused, and asked to come later the more there are', async () => {
  const retryAfter = createRetryAfter(
    () => 0,
    () => 0.5,
  )
  const gate = createUploadGate({ ofLink: 2, ofAccount: 2, inAll: 1 }, () => retryAfter.refused(1))
  const ends: (() => void)[] = []
  const first = gate.use(
    { id: 'one', accountId: 'its' },
    () => new Promise<void>((resolve) => ends.push(resolve)),
  )
  const seconds: number[] = []
  for (let asked = 0; asked < 10; asked += 1) {
    const refusal: unknown = await gate.use(ANOTHER, async () => undefined).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Problem)
    expect(refusal).toMatchObject({ code: 'service_unavailable' })
    seconds.push((refusal as Problem).details.retryAfterSeconds!)
  }
  expect(seconds).toEqual(seconds.toSorted((one, other) => one - other))
  expect(seconds.at(-1)!).toBeGreaterThan(seconds[0]!)

  ends[0]!()
  await first
  expect(await gate.use(ANOTHER, async () => 'done')).toBe('done')
})
