import { describe, expect, test } from 'vitest'

import { createAdaptiveLimit } from '../../../src/admission/adaptive-limit.ts'
import type { LimitOptions } from '../../../src/admission/adaptive-limit.ts'

const OPTIONS: LimitOptions = { least: 2, initial: 10, most: 40, aimMs: 500 }

/** A limit, and work that is measured on a clock that the test turns. */
function limited(options: Partial<LimitOptions> = {}) {
  let time = 0
  const limit = createAdaptiveLimit({ ...OPTIONS, ...options }, () => time)
  return {
    limit,
    /** So many pieces of work, each of which took so long, one after the other. */
    work(count: number, tookMs: number, { wasDone = true, wasFull = true } = {}) {
      for (let index = 0; index < count; index += 1) {
        time += tookMs
        limit.measured({ tookMs, wasDone, wasFull })
      }
      return limit.places()
    },
    /** Nothing is measured for so long. */
    rest(ms: number) {
      time += ms
      return limit.places()
    },
  }
}

describe('the number of places', () => {
  test('grows while work is quick and all places are taken, up to the most', () => {
    const { work } = limited()
    expect(work(100, 50)).toBeGreaterThan(15)
    expect(work(5_000, 50)).toBe(40)
  })

  test('stays as it is while there are free places: nothing shows that more would do', () => {
    expect(limited().work(1_000, 50, { wasFull: false })).toBe(10)
  })

  test('shrinks while work is slow, down to the least, and grows again when it is quick', () => {
    const { work } = limited()
    work(20, 50)
    expect(work(100, 3_000)).toBe(2)
    expect(work(200, 50)).toBeGreaterThan(10)
  })

  test('is not changed by one hiccup', () => {
    const { work } = limited()
    const before = work(50, 50)
    expect(work(1, 2_000)).toBeGreaterThanOrEqual(before)
  })

  test('does not shrink where servers are far and nothing is ever quicker', () => {
    expect(limited().work(200, 600)).toBeGreaterThan(10)
  })

  test('learns nothing from what was refused quickly for its own sake', () => {
    const { work } = limited()
    expect(work(1_000, 5, { wasDone: false })).toBe(10)
  })

  test('shrinks by what failed after long', () => {
    const { work } = limited()
    expect(work(30, 5_000, { wasDone: false })).toBeLessThan(5)
  })

  test('follows a server that has become slower for good after a while', () => {
    const { work } = limited()
    work(50, 100)
    expect(work(30, 700)).toBeLessThan(10)
    // Two minutes later nothing is known of the time in which it was quicker.
    expect(work(400, 700)).toBeGreaterThan(10)
  })
})

describe('after a rest, in which nothing was measured,', () => {
  test('a process that was slow is as ready as after its start', () => {
    const { limit, work, rest } = limited()
    const readyAtFirst = limit.perSecond()
    expect(work(100, 3_000)).toBe(2)
    expect(rest(9_000)).toBe(2)
    expect(rest(1_001)).toBe(10)
    expect(limit.perSecond()).toBe(readyAtFirst)
  })

  test('more places than at first are kept', () => {
    const { work, rest } = limited()
    const grown = work(200, 50)
    expect(rest(60_000)).toBe(grown)
  })
})

test('what is done in a second follows from the places and what work takes', () => {
  const { limit, work } = limited({ least: 10, most: 10 })
  work(100, 200)
  expect(limit.perSecond()).toBeCloseTo(50, 1)
})
