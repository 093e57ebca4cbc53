import { expect, test } from 'vitest'

import { createComeAgain, createRetryAfter } from '../../../src/admission/retry-after.ts'

/** Refusals in the same moment, of a service that does ten of these in a second. */
function refusals(random: () => number = () => 0.5) {
  let time = 0
  const retryAfter = createRetryAfter(() => time, random)
  return {
    refuse: (count: number) => Array.from({ length: count }, () => retryAfter.refused(10)),
    pass: (ms: number) => void (time += ms),
  }
}

test('the first who are refused are asked to wait for a second', () => {
  expect(refusals().refuse(5)).toEqual([1, 1, 1, 1, 1])
})

test('the larger the crowd, the longer each of it is asked to wait, up to a minute', () => {
  const seconds = refusals().refuse(2_000)
  expect(seconds).toEqual(seconds.toSorted((a, b) => a - b))
  expect(seconds[299]).toBe(30)
  expect(seconds.at(-1)).toBe(60)
})

test('a crowd is spread from half to one and a half of that', () => {
  const spread = [0, 0.999].map((number) => {
    const one = refusals(() => number)
    return one.refuse(200).at(-1)
  })
  expect(spread).toEqual([10, 30])
})

test('who is told that a part is away comes again after about the seconds that are asked for, a crowd later', () => {
  let time = 0
  const retryAfter = createRetryAfter(
    () => time,
    () => 0.5,
  )
  const comeAgain = createComeAgain(retryAfter)
  expect([comeAgain(5), comeAgain(30)]).toEqual([5, 30])
  const crowd = Array.from({ length: 1_000 }, () => comeAgain(5))
  expect(crowd.slice(0, 90)).toEqual(Array.from({ length: 90 }, () => 5))
  expect(crowd.at(-1)).toBe(51)
  time += 60_000
  expect(comeAgain(5)).toBe(5)
})

test('a crowd that has gone is forgotten', () => {
  const { refuse, pass } = refusals()
  refuse(300)
  pass(30_000)
  expect(refuse(1)).toEqual([1])
})
