import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createOrphans } from '../../src/db/housekeeping.ts'
import { createWebhookEvents } from '../../src/db/webhook/webhook-events.ts'
import type { AttemptResult, NewAttempt } from '../../src/domain/webhook/webhook-delivery.ts'
import type { Orphans } from '../../src/ports/process/orphans.ts'
import type { WebhookEvents } from '../../src/ports/webhook/webhook-events.ts'
import { allOf, sumOf } from '../support/service/all-portions.ts'
import { openMoney } from '../support/database/money.ts'
import type { Money } from '../support/database/money.ts'

const MINUTE = 60
const DAY = 86_400
const URL_A = 'https://a.example.com/hook'

let money: Money
let events: WebhookEvents
let orphans: Orphans

beforeAll(async () => {
  money = await openMoney()
  events = createWebhookEvents(money.db)
  orphans = createOrphans(money.db, money.plans)
})
afterAll(() => money.db.destroy())

/** An account with a webhook. */
async function account(): Promise<string> {
  const { id } = await money.account('scale')
  return money.webhookEndpoints.set(id, URL_A).then(() => id)
}

async function event(accountId: string): Promise<string> {
  const videoId = await money.create(accountId, 1)
  return (await money.videos.publish(accountId, videoId, 1, `evt_${videoId}`))!.eventId
}

/** As if everything about an event had happened so much earlier. */
async function age(eventId: string, interval: string): Promise<void> {
  await sql`update webhook_events set created_at = created_at - ${interval}::interval,
    pending_since = pending_since - ${interval}::interval where id = ${eventId}`.execute(money.db)
  await sql`update webhook_attempts set attempted_at = attempted_at - ${interval}::interval,
    next_attempt_at = next_attempt_at - ${interval}::interval where event_id = ${eventId}`.execute(money.db)
}

function begin(eventId: string, attempt: Partial<NewAttempt> = {}): Promise<string | null> {
  const usual = {
    delivery: 1,
    attempt: 1,
    url: URL_A,
    attemptedAt: new Date(),
    requestBody: '{"title":"Mine"}',
  }
  return events.beginAttempt({ eventId, ...usual, ...attempt })
}

const FAILED: AttemptResult = {
  outcome: {
    delivered: false,
    status: 500,
    durationMs: 12.6,
    requestHeaders: { 'webhook-id': 'evt' },
    responseExcerpt: 'You sent {"title":"Mine"}\0',
    error: null,
    retryAfterSeconds: null,
    gone: false,
  },
  nextAttemptAt: new Date(Date.now() + 300_000),
  ended: null,
}
const DELIVERED: AttemptResult = {
  outcome: { ...FAILED.outcome, delivered: true, status: 204 },
  nextAttemptAt: null,
  ended: 'delivered',
}

describe('the log', () => {
  test('tells of an attempt before its outcome is known, and then what came of it', async () => {
    const accountId = await account()
    const eventId = await event(accountId)
    const attemptId = await begin(eventId)
    const [underWay] = (await events.details(accountId, eventId))!.attempts
    expect(underWay).toMatchObject({ delivered: false, durationMs: null, requestBody: '{"title":"Mine"}' })
    expect(underWay?.error).toContain('under way')

    await events.finishAttempt(attemptId!, FAILED)
    expect((await events.details(accountId, eventId))?.attempts).toEqual([
      {
        delivery: 1,
        attempt: 1,
        attemptedAt: expect.any(Date) as Date,
        url: URL_A,
        requestHeaders: { 'webhook-id': 'evt' },
        requestBody: '{"title":"Mine"}',
        delivered: false,
        responseStatus: 500,
        durationMs: 13,
        responseExcerpt: 'You sent {"title":"Mine"}',
        error: null,
        nextAttemptAt: FAILED.nextAttemptAt,
      },
    ])
  })

  test('keeps every attempt that was made, also of one that was made again because it was cut off', async () => {
    const accountId = await account()
    const eventId = await event(accountId)
    await begin(eventId)
    const again = await begin(eventId)
    await events.finishAttempt(again!, DELIVERED)
    const { attempts, attemptCount, status } = (await events.details(accountId, eventId))!
    expect(attempts.map(({ attempt, durationMs }) => [attempt, durationMs])).toEqual([
      [1, null],
      [1, 13],
    ])
    expect({ attemptCount, status }).toEqual({ attemptCount: 2, status: 'delivered' })
  })

  test('tells an attempt that is repeated what it came to, once that was logged', async () => {
    const eventId = await event(await account())
    const key = { eventId, delivery: 1, attempt: 1 }
    const attemptId = await begin(eventId)
    expect((await events.due(key))?.made).toBeNull()
    await events.finishAttempt(attemptId!, FAILED)
    expect((await events.due(key))?.made).toEqual({ nextAt: FAILED.nextAttemptAt })
    expect((await events.due({ ...key, attempt: 2 }))?.made).toBeNull()
    expect((await events.due({ ...key, delivery: 2 }))?.made).toBeNull()
  })

  test('is paged back through without a gap or a repeat, and is the account’s own', async () => {
    const [mine, other] = [await account(), await account()]
    const made: string[] = []
    for (let count = 0; count < 7; count += 1) made.push(await event(mine))
    const foreign = await event(other)
    // All of one moment, but for their ids.
    await sql`update webhook_events set created_at = '2026-11-21T10:00:00.123456Z' where account_id = ${mine}`.execute(
      money.db,
    )
    const seen: string[] = []
    for (let page = await events.page(mine, 3, null); page !== null;) {
      seen.push(...page.items.map(({ id }) => id))
      page = page.nextBefore === null ? null : await events.page(mine, 3, page.nextBefore)
    }
    expect(seen).toEqual(made.toSorted().toReversed())
    expect(await events.page(mine, 3, foreign)).toBeNull()
    expect(await events.details(mine, foreign)).toBeNull()
    expect(await events.redeliver(mine, foreign)).toBeNull()
  })

  test('forgets what was sent after a while, and that alone', async () => {
    const accountId = await account()
    const [old, young] = [await event(accountId), await event(accountId)]
    for (const eventId of [old, young]) await events.finishAttempt((await begin(eventId))!, DELIVERED)
    await age(old, '31 days')
    expect(await sumOf(orphans.forgetSent(30 * DAY))).toBe(1)
    expect((await events.details(accountId, old))?.attempts[0]).toMatchObject({
      requestBody: null,
      responseExcerpt: '',
      responseStatus: 204,
      url: URL_A,
    })
    expect((await events.details(accountId, young))?.attempts[0]?.requestBody).toContain('Mine')
    expect(await sumOf(orphans.forgetSent(30 * DAY))).toBe(0)
  })
})

describe('of a video that is deleted', () => {
  const deleteVideo = (accountId: string, eventId: string) =>
    money.videos.delete(accountId, eventId.replace('evt_', ''))

  test('nothing is kept of what was sent, also when the answer comes after the deletion', async () => {
    const accountId = await account()
    const eventId = await event(accountId)
    await events.finishAttempt((await begin(eventId))!, FAILED)
    const underWay = await begin(eventId, { attempt: 2 })
    await deleteVideo(accountId, eventId)
    await events.finishAttempt(underWay!, FAILED)
    const { rows } = await sql`select * from webhook_attempts where event_id = ${eventId}`.execute(money.db)
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain('Mine')
  })

  test('no attempt can begin, and no delivery', async () => {
    const accountId = await account()
    const eventId = await event(accountId)
    await deleteVideo(accountId, eventId)
    expect(await begin(eventId)).toBeNull()
    expect(await events.redeliver(accountId, eventId)).toBeNull()
  })

  test('an attempt that begins at the same moment is either not made or forgotten', async () => {
    const accountId = await account()
    for (let round = 0; round < 20; round += 1) {
      const eventId = await event(accountId)
      await Promise.all([begin(eventId), deleteVideo(accountId, eventId)])
      const { rows } = await sql`
        select from webhook_attempts where event_id = ${eventId} and request_body is not null`.execute(
        money.db,
      )
      expect(rows).toEqual([])
    }
  })
})

describe('a redelivery', () => {
  test('is numbered, and a delivery from before it ends nothing any more', async () => {
    const accountId = await account()
    const eventId = await event(accountId)
    const late = await begin(eventId)
    expect(await events.redeliver(accountId, eventId)).toEqual({ eventId, delivery: 2 })
    await events.finishAttempt(late!, DELIVERED)
    await events.end({ eventId, delivery: 1 }, 'gone')
    expect(await events.details(accountId, eventId)).toMatchObject({ status: 'pending', delivery: 2 })
    await events.end({ eventId, delivery: 2 }, 'no_destination')
    expect(await events.details(accountId, eventId)).toMatchObject({ status: 'no_destination' })
  })

  test('that is asked for many times at once is one', async () => {
    const accountId = await account()
    const eventId = await event(accountId)
    await events.end({ eventId, delivery: 1 }, 'gone')
    const asked = await Promise.all(Array.from({ length: 8 }, () => events.redeliver(accountId, eventId)))
    expect(new Set(asked.map((key) => key?.delivery))).toEqual(new Set([2]))
  })
})

describe('held events', () => {
  /** An event that was held, of an account whose webhook is disabled or not. */
  async function held(accountId: string): Promise<string> {
    const eventId = await event(accountId)
    await events.end({ eventId, delivery: 1 }, 'endpoint_disabled')
    return eventId
  }

  test('are released once when the webhook is on, the oldest first, each as a delivery of its own', async () => {
    const accountId = await account()
    const [first, second, third] = [await held(accountId), await held(accountId), await held(accountId)]
    const sorted = (keys: { eventId: string; delivery: number }[]) =>
      keys.toSorted((one, other) => one.eventId.localeCompare(other.eventId))
    expect(sorted(await events.releaseHeld(2, accountId))).toEqual(
      sorted([
        { eventId: first, delivery: 2 },
        { eventId: second, delivery: 2 },
      ]),
    )
    const both = await Promise.all([events.releaseHeld(5, accountId), events.releaseHeld(5)])
    expect(both.flat()).toEqual([{ eventId: third, delivery: 2 }])
  })

  test('stay while the webhook is disabled or removed, and after 30 days, and when their video was deleted', async () => {
    const [disabled, removed, on] = [await account(), await account(), await account()]
    for (const accountId of [disabled, removed]) await held(accountId)
    await money.webhookEndpoints.recordFailure(disabled, URL_A, { at: new Date(), gone: true })
    await money.webhookEndpoints.remove(removed)
    await age(await held(on), '30 days 1 minute')
    await money.videos.delete(on, (await held(on)).replace('evt_', ''))
    expect(await events.releaseHeld(100)).toEqual([])
  })
})

describe('an overdue delivery', () => {
  const overdue = async (accountId: string) => {
    const { rows } = await sql<{ id: string }>`
      select id from webhook_events where account_id = ${accountId}`.execute(money.db)
    const found = await allOf(orphans.overdueDeliveries(10 * MINUTE))
    return found.filter(({ eventId }) => rows.some(({ id }) => id === eventId))
  }

  test('is one whose next attempt should have been made a while ago', async () => {
    const accountId = await account()
    const [silent, waiting, late, cutOff, done] = [
      await event(accountId),
      await event(accountId),
      await event(accountId),
      await event(accountId),
      await event(accountId),
    ]
    await begin(cutOff)
    for (const eventId of [waiting, late]) await events.finishAttempt((await begin(eventId))!, FAILED)
    await events.finishAttempt((await begin(done))!, DELIVERED)
    for (const eventId of [silent, cutOff, done]) await age(eventId, '11 minutes')
    // 5 minutes to wait, and 10 more of patience.
    await age(waiting, '14 minutes')
    await age(late, '16 minutes')
    const found = (await overdue(accountId)).map(({ eventId }) => eventId)
    expect(found.toSorted()).toEqual([silent, late, cutOff].toSorted())
  })

  test('is the newest of its event', async () => {
    const accountId = await account()
    const eventId = await event(accountId)
    await events.finishAttempt((await begin(eventId))!, FAILED)
    await age(eventId, '1 day')
    await events.redeliver(accountId, eventId)
    expect(await overdue(accountId)).toEqual([])
    await age(eventId, '11 minutes')
    expect(await overdue(accountId)).toEqual([{ eventId, delivery: 2 }])
  })
})
