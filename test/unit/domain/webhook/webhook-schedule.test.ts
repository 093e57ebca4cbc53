import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  DELIVERY_WAITS_SECONDS,
  waitAfterAttempt,
  waitForReceiver,
} from '../../../../src/domain/webhook/webhook-schedule.ts'

const MIDDLE = 0.5
const DAY = 86_400

test('attempts come at 0, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h after one another', () => {
  const waits = Array.from({ length: 10 }, (_, index) => waitAfterAttempt(index + 1, MIDDLE, null))
  expect(waits).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400, null])
})

test('a wait is at most a tenth away from the schedule', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempt, random) => {
        const scheduled = DELIVERY_WAITS_SECONDS[attempt - 1]!
        const wait = waitAfterAttempt(attempt, random, null)!
        expect(Math.abs(wait - scheduled)).toBeLessThanOrEqual(scheduled * 0.1 + 1e-6)
      },
    ),
  )
})

test.each([
  [1, 60, 60],
  [1, 1, 5],
  [3, 1799, 1800],
  [1, 10 * DAY, DAY],
])('after attempt %i, a receiver that asks for %i s is called in %i s', (attempt, asked, wait) => {
  expect(waitAfterAttempt(attempt, MIDDLE, asked)).toBe(wait)
})

test('nobody is called after the last attempt, whatever they ask for', () => {
  expect(waitAfterAttempt(10, MIDDLE, 60)).toBeNull()
})

test('who finds a receiver busy looks again soon at first, and every few minutes later', () => {
  const waits = Array.from({ length: 12 }, (_, index) => waitForReceiver(index + 1, MIDDLE))
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
})

test('those who found a receiver busy together do not come back together, nor more than half a wait off', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (looks, random) => {
        const middle = waitForReceiver(looks, MIDDLE)
        const wait = waitForReceiver(looks, random)
        expect(wait).toBeGreaterThanOrEqual(middle * 0.5)
        expect(wait).toBeLessThanOrEqual(middle * 1.5)
      },
    ),
  )
})
