import { afterAll, describe, expect } from 'vitest'

import { PATIENTLY } from '../support/run/patiently.ts'
import { startDeliveries } from '../support/webhook/deliveries.ts'
import type { Deliveries } from '../support/webhook/deliveries.ts'
import { test } from '../support/temporal/skipping-time.ts'
import type { WorkflowEnvironment } from '../support/temporal/workflow-environment.ts'

const HOUR = 3_600

let environment: WorkflowEnvironment
let deliveries: Deliveries

test.beforeAll(async ({ workflowEnvironment }) => {
  environment = workflowEnvironment
  deliveries = await startDeliveries(environment)
})
afterAll(async () => {
  await deliveries.close()
})

/** An event of an account with this webhook, announced. */
async function announced(accountId: string, webhookUrl?: string): Promise<string> {
  const eventId = await deliveries.event(accountId, webhookUrl)
  await deliveries.announce(eventId)
  return eventId
}

const endpointOf = (accountId: string) => deliveries.money.webhookEndpoints.find(accountId)

describe('the schedule', () => {
  test('is used up over three days by a receiver that is down for good, every attempt and the next one logged', async () => {
    const url = deliveries.receiver(() => ({ status: null }))
    const accountId = await deliveries.account()
    const eventId = await announced(accountId, url)

    expect(await deliveries.ended(eventId)).toBe('exhausted')

    const { status, attempts } = await deliveries.details(accountId, eventId)
    expect(status).toBe('exhausted')
    expect(attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    for (const [index, { nextAttemptAt, durationMs, error }] of attempts.entries()) {
      const next = attempts[index + 1]
      expect(error).toBe('no response arrived in time')
      expect(durationMs).toBe(1)
      if (!next) expect(nextAttemptAt).toBeNull()
      // What was promised is kept, to the seconds that the server's clock runs on meanwhile.
      else expect(Math.abs(next.attemptedAt.getTime() - nextAttemptAt!.getTime())).toBeLessThan(60_000)
    }
    const lasted = attempts.at(-1)!.attemptedAt.getTime() - attempts[0]!.attemptedAt.getTime()
    expect(lasted / 1_000 / HOUR).toBeGreaterThan(75.6 * 0.9)
  })

  test('brings an event to a receiver that answered 500 for two days, in a body of that moment', async () => {
    const url = deliveries.receiver((_request, day) => ({ status: day < 2 ? 500 : 200 }))
    const accountId = await deliveries.account(url)
    const eventId = await announced(accountId)

    expect(await deliveries.ended(eventId)).toBe('delivered')

    const got = deliveries.got(url)
    expect(got.at(-1)!.at - got[0]!.at).toBeGreaterThan(48 * HOUR)
    expect(new Set(got.map(({ body }) => (JSON.parse(body) as { sent_at: string }).sent_at)).size).toBe(
      got.length,
    )
    expect(await endpointOf(accountId)).toMatchObject({ failingSince: null, disabledAt: null })
  })

  test.each([429, 503])('waits as long as a receiver asks with %i', async (status) => {
    const url = deliveries.receiver((_request, day) =>
      day === 0 || deliveries.got(url).length === 1
        ? { status, retryAfterSeconds: 3 * HOUR }
        : { status: 204 },
    )
    const eventId = await announced(await deliveries.account(url))
    expect(await deliveries.ended(eventId)).toBe('delivered')
    const [first, second] = deliveries.got(url)
    expect(second!.at - first!.at).toBeGreaterThanOrEqual(3 * HOUR)
  })

  test('is taken up where it was when a delivery is terminated and started once more', async () => {
    const url = deliveries.receiver(() => ({ status: 500 }))
    const accountId = await deliveries.account()
    const eventId = await announced(accountId, url)
    await expect.poll(() => deliveries.got(url).length, PATIENTLY).toBe(1)
    await expect
      .poll(async () => (await deliveries.details(accountId, eventId)).attempts[0]?.durationMs, PATIENTLY)
      .toBe(1)
    await deliveries.terminate(eventId)

    await deliveries.start({ eventId, delivery: 1 })

    expect(await deliveries.ended(eventId)).toBe('exhausted')
    expect(deliveries.got(url)).toHaveLength(10)
  })
})

describe('the account’s webhook', () => {
  test('is disabled by five days of nothing but failures; what comes then is held, and delivered when it is back', async () => {
    let works = false
    const url = deliveries.receiver(() => ({ status: works ? 204 : 500 }))
    const accountId = await deliveries.account(url)
    const first = await announced(accountId)
    await deliveries.sleep(2.5)
    expect((await endpointOf(accountId)).failingSince).not.toBeNull()
    const second = await announced(accountId)
    expect(await deliveries.ended(second)).toBe('endpoint_disabled')
    expect(await deliveries.ended(first)).toBe('exhausted')
    expect(await endpointOf(accountId)).toMatchObject({ disabledBecause: 'failing' })

    const third = await announced(accountId)
    const own = deliveries.receiver(() => ({ status: 200 }))
    const elsewhere = await announced(accountId, own)
    const before = deliveries.got(url).length
    expect(await deliveries.ended(third)).toBe('endpoint_disabled')
    expect(await deliveries.ended(elsewhere)).toBe('delivered')
    expect(deliveries.got(url)).toHaveLength(before)

    works = true
    await deliveries.setEndpoint(accountId, url)

    for (const eventId of [second, third]) {
      expect(await deliveries.ended(eventId, 2)).toBe('delivered')
      expect(await deliveries.details(accountId, eventId)).toMatchObject({ status: 'delivered', delivery: 2 })
    }
    // What is exhausted was tried as promised; it can be redelivered by hand.
    expect(await deliveries.details(accountId, first)).toMatchObject({ status: 'exhausted', delivery: 1 })
    expect(await deliveries.releaseHeld(100)).toEqual([])
  })

  test('goes on after four days of failures when one attempt succeeds', async () => {
    const url = deliveries.receiver((_request, day) => ({ status: day > 4 && day < 4.5 ? 200 : 500 }))
    const accountId = await deliveries.account(url)
    let last = await announced(accountId)
    for (let day = 0.7; day < 6; day += 0.7) {
      await deliveries.sleep(0.7)
      last = await announced(accountId)
    }
    expect(await deliveries.ended(last)).toBe('exhausted')
    const { failingSince, disabledAt } = await endpointOf(accountId)
    expect(disabledAt).toBeNull()
    expect(failingSince).not.toBeNull()
  })

  test('that answers 410 is disabled at once: that event has ended, others are held', async () => {
    let works = false
    const url = deliveries.receiver(() => ({ status: works ? 200 : 410 }))
    const accountId = await deliveries.account(url)
    const [first, second] = [await announced(accountId), await deliveries.event(accountId)]
    expect(await deliveries.ended(first)).toBe('gone')
    expect(await endpointOf(accountId)).toMatchObject({ disabledBecause: 'gone' })
    await deliveries.announce(second)
    expect(await deliveries.ended(second)).toBe('endpoint_disabled')
    expect(deliveries.got(url)).toHaveLength(1)

    works = true
    await deliveries.setEndpoint(accountId, url)
    expect(await deliveries.ended(second, 2)).toBe('delivered')
  })

  test('is not the worse for a video’s own webhook that fails or is gone', async () => {
    const usual = deliveries.receiver(() => ({ status: 200 }))
    const own = deliveries.receiver(() => ({ status: 410 }))
    const accountId = await deliveries.account(usual)
    expect(await deliveries.ended(await announced(accountId, own))).toBe('gone')
    expect(await endpointOf(accountId)).toMatchObject({ failingSince: null, disabledAt: null })
  })
})

describe('a redelivery', () => {
  test('is sent though the event was delivered before, each time, by the same id', async () => {
    const url = deliveries.receiver(() => ({ status: 200 }))
    const accountId = await deliveries.account(url)
    const eventId = await announced(accountId)
    await deliveries.ended(eventId)
    for (const delivery of [2, 3]) {
      await deliveries.redeliver(accountId, eventId)
      expect(await deliveries.ended(eventId, delivery)).toBe('delivered')
    }
    expect(deliveries.got(url).map((got) => got.eventId)).toEqual([eventId, eventId, eventId])
    const { attempts } = await deliveries.details(accountId, eventId)
    expect(attempts.map(({ delivery, attempt }) => [delivery, attempt])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
    ])
  })

  test('takes the place of a delivery that waits for its next attempt', async () => {
    let works = false
    const url = deliveries.receiver(() => ({ status: works ? 200 : 503, retryAfterSeconds: 5 * HOUR }))
    const accountId = await deliveries.account(url)
    const eventId = await announced(accountId)
    await expect
      .poll(async () => (await deliveries.details(accountId, eventId)).nextAttemptAt, PATIENTLY)
      .not.toBeNull()
    await expect
      .poll(async () => (await deliveries.details(accountId, eventId)).lastResponseStatus, PATIENTLY)
      .toBe(503)
    works = true
    await deliveries.redeliver(accountId, eventId)
    expect(await deliveries.ended(eventId, 2)).toBe('delivered')
    expect(await deliveries.ended(eventId, 1)).toBe('superseded')
    expect(deliveries.got(url)).toHaveLength(2)
    expect(await deliveries.details(accountId, eventId)).toMatchObject({ status: 'delivered', delivery: 2 })
  })
})

/** Places of one host: its ten accounts could have four each. */
const PLACES_OF_HOST = 32

test('a receiver that hangs, with two hundred deliveries due, delays no healthy one', async () => {
  let underWay = 0
  let most = 0
  let letGo: (() => void) | undefined
  const released = new Promise<void>((resolve) => (letGo = resolve))
  const hanging = deliveries.receiver(async () => {
    underWay += 1
    most = Math.max(most, underWay)
    await released
    underWay -= 1
    return { status: 200 }
  })
  const healthy: string[] = []
  for (let account = 0; account < 20; account += 1) {
    const accountId = await deliveries.account(deliveries.receiver(() => ({ status: 200 })))
    healthy.push(await deliveries.event(accountId))
  }
  const stuck: { accountId: string; eventId: string }[] = []
  for (let account = 0; account < 10; account += 1) {
    const accountId = await deliveries.account(hanging)
    for (let event = 0; event < 20; event += 1) stuck.push({ accountId, eventId: await announced(accountId) })
  }
  await expect.poll(() => underWay, PATIENTLY).toBe(PLACES_OF_HOST)

  for (const eventId of healthy) await deliveries.announce(eventId)
  // The clock stands still while an attempt hangs: whoever had to wait for one would wait for ever.
  for (const eventId of healthy) expect(await deliveries.ended(eventId)).toBe('delivered')
  expect(underWay).toBe(PLACES_OF_HOST)

  letGo?.()
  for (const { accountId, eventId } of stuck) {
    expect(await deliveries.ended(eventId)).toBe('delivered')
    // A step that hangs for longer than its limit is run again and logged again, as the same attempt.
    const { attempts } = await deliveries.details(accountId, eventId)
    expect(new Set(attempts.map(({ attempt }) => attempt))).toEqual(new Set([1]))
  }
  expect(most).toBe(PLACES_OF_HOST)
  expect(new Set(deliveries.got(hanging).map(({ eventId }) => eventId)).size).toBe(stuck.length)
})
