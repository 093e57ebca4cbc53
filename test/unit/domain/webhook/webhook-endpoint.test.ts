import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  DISABLED_AFTER_MS,
  FAILURES_APART_AT_MOST_MS,
  healthAfterFailure,
  HEALTHY,
} from '../../../../src/domain/webhook/webhook-endpoint.ts'
import type { EndpointHealth } from '../../../../src/domain/webhook/webhook-endpoint.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.UTC(2026, 10, 21)

/** A webhook that fails at these times after the start, in order, and never succeeds. */
function failing(times: readonly number[], from: EndpointHealth = HEALTHY): EndpointHealth {
  return times.reduce<EndpointHealth>(
    (health, time) => healthAfterFailure(health, { at: new Date(START + time), gone: false }),
    from,
  )
}

/** Gaps between failures, none so long that nothing is known of the time between. */
const gaps = fc.array(fc.integer({ min: 0, max: FAILURES_APART_AT_MOST_MS }), { maxLength: 60 })

test('nothing but failures for five days disables a webhook, and for less does not', () => {
  fc.assert(
    fc.property(gaps, (between) => {
      let time = 0
      const times = [0, ...between.map((gap) => (time += gap))]
      const endured = times.findIndex((at) => at >= DISABLED_AFTER_MS)
      const health = failing(times)
      expect(health.failingSince).toEqual(new Date(START))
      expect(health.disabledAt).toEqual(endured === -1 ? null : new Date(START + times[endured]!))
      expect(health.disabledBecause).toBe(endured === -1 ? null : 'failing')
    }),
  )
})

test('a day short of five is not enough, the fifth day is', () => {
  const daily = (days: number) => Array.from({ length: days + 1 }, (_, day) => day * DAY)
  expect(failing(daily(4)).disabledAt).toBeNull()
  expect(failing([...daily(4), 5 * DAY - 1]).disabledAt).toBeNull()
  expect(failing(daily(5)).disabledAt).toEqual(new Date(START + 5 * DAY))
})

test('one event that is tried ten times in vain disables nothing', () => {
  // The waits of the schedule, each at its longest.
  const waits = [0.0014, 0.083, 0.5, 2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR * 1.1)
  let time = 0
  expect(failing([0, ...waits.map((wait) => (time += wait))]).disabledAt).toBeNull()
})

test('failures with a long silence between them are not nothing but failures', () => {
  const monthly = failing([0, 30 * DAY, 60 * DAY])
  expect(monthly).toMatchObject({ disabledAt: null, failingSince: new Date(START + 60 * DAY) })
})

test('410 disables a webhook at once', () => {
  const at = new Date(START)
  expect(healthAfterFailure(HEALTHY, { at, gone: true })).toEqual({
    failingSince: at,
    lastFailedAt: at,
    disabledAt: at,
    disabledBecause: 'gone',
  })
})

test('a webhook that is disabled stays as it is, whatever fails', () => {
  const disabled = healthAfterFailure(HEALTHY, { at: new Date(START), gone: true })
  expect(failing([DAY, 9 * DAY], disabled)).toEqual(disabled)
})
