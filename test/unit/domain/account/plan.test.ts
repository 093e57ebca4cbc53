import { expect, test } from 'vitest'

import { DEFAULT_PLANS, largestPlan, planOf, requirePlan } from '../../../../src/domain/account/plan.ts'

const PLANS = new Map(DEFAULT_PLANS.map((plan) => [plan.id, plan]))

test.each([
  ['free', 0, 3, 1, 5, 300, false],
  ['starter', 49, 60, 3, 50, 900, true],
  ['growth', 149, 240, 6, 200, 900, true],
  ['scale', 499, 1000, 12, 1000, 900, true],
])(
  '%s costs %i GBP and gives %i minutes, %i at once, %i a day, of at most %i seconds',
  (id, price, minutes, atOnce, aDay, longest, twins) => {
    expect(planOf(PLANS, id)).toMatchObject({
      priceGbpPerMonth: price,
      videoSeconds: minutes * 60,
      concurrentVideos: atOnce,
      dailyVideos: aDay,
      twinsInVideos: twins,
      maxScriptCharacters: 3000,
      maxVideoSeconds: longest,
    })
  },
)

test('the largest plan is the one with most video, wherever it stands', () => {
  expect(largestPlan(PLANS).id).toBe('scale')
  expect(largestPlan(new Map([...PLANS].toReversed())).id).toBe('scale')
})

test('a plan that somebody mistyped is refused by name, one that is missing is a bug', () => {
  expect(() => requirePlan(PLANS, 'gold')).toThrow('There is no plan "gold". Plans: free, starter')
  expect(() => planOf(PLANS, 'gold')).toThrow('No plan "gold" is configured.')
})
