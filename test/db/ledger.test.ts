import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { auditBooks } from '../../src/db/audit.ts'
import type { Account } from '../../src/domain/account/account.ts'
import { openMoney } from '../support/database/money.ts'
import type { Money } from '../support/database/money.ts'

let money: Money

beforeAll(async () => {
  money = await openMoney()
})
afterAll(() => money.db.destroy())

const FAILURE = { stage: 'speak', reason: 'test', byRequest: false } as const
const newEventId = (() => {
  let made = 0
  return () => `evt_${(made += 1)}`
})()

describe('whatever happens, in whatever order', () => {
  /** One thing that can happen to an account; `which` picks one of its videos. */
  const happening = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('create'),
        seconds: fc.integer({ min: 1, max: 900 }),
        mayWait: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('publish'),
        which: fc.nat(),
        length: fc.double({ min: 0.01, max: 1000, noNaN: true }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('ask'), seconds: fc.integer({ min: 1, max: 900 }) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('fail'), which: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete'), which: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('reserve again'), which: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('withdraw'), which: fc.nat() }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('change plan'), to: fc.constantFrom('free', 'starter') }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('give slots') }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('look') }) },
  ) as fc.Arbitrary<Happening>

  /** What happens at the same time, one such after another; between them a month may pass. */
  const life = fc.array(
    fc.record({ monthPasses: fc.boolean(), together: fc.array(happening, { minLength: 1, maxLength: 6 }) }),
    { minLength: 1, maxLength: 8 },
  )

  test('the ledger and the account agree, nothing is below zero, and each video is paid for once', async () => {
    await fc.assert(
      fc.asyncProperty(life, async (days) => {
        const account = await money.account('starter')
        const ids: string[] = []
        for (const { monthPasses, together } of days) {
          if (monthPasses) await passMonth(account.id)
          await Promise.all(together.map((one) => happen(account, ids, one)))
          await expectSoundBooks(account.id)
        }
        expect(await auditBooks(money.db)).toEqual([])
      }),
      { numRuns: 40, interruptAfterTimeLimit: 25_000, markInterruptAsFailure: false },
    )
  })
})

interface Happening {
  readonly kind: string
  readonly seconds: number
  readonly mayWait: boolean
  readonly which: number
  readonly length: number
  readonly to: string
}

async function happen(account: Account, ids: string[], one: Happening): Promise<void> {
  const { videos, accounts } = money
  const id = ids.length === 0 ? undefined : ids[one.which % ids.length]
  if (one.kind === 'create') ids.push(await money.create(account.id, one.seconds, undefined, one.mayWait))
  if (one.kind === 'ask') ids.push(await money.request(account.id, one.seconds))
  if (one.kind === 'give slots') await videos.startQueued(account.id, money.plans)
  if (one.kind === 'look') await accounts.allowance(await latest(account))
  if (one.kind === 'change plan') await accounts.changePlan(await latest(account), one.to)
  if (id === undefined) return
  if (one.kind === 'reserve again') await videos.reserve(account.id, id, money.plans)
  if (one.kind === 'withdraw') await videos.withdraw(account.id, id, null)
  // A video that was refused has no run that could end it.
  if (!(await wasAccepted(id))) return
  if (one.kind === 'publish') await videos.publish(account.id, id, one.length, newEventId())
  if (one.kind === 'fail') await videos.fail(account.id, id, FAILURE, newEventId())
  if (one.kind === 'delete') await videos.delete(account.id, id)
}

async function latest(account: Account): Promise<Account> {
  return (await money.accounts.find(account.id))!
}

async function wasAccepted(id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from videos where id = ${id}`.execute(money.db)
  return rows.length === 1
}

/** As if everything of the account had happened a month and a day earlier. */
async function passMonth(accountId: string): Promise<void> {
  const ago = sql`interval '32 days 1 millisecond'`
  await sql`
    with moved as (update videos set period_started_at = period_started_at - ${ago} where account_id = ${accountId}),
    days as (update usage_days set period_started_at = period_started_at - ${ago} where account_id = ${accountId})
    update accounts set created_at = created_at - ${ago}, period_started_at = period_started_at - ${ago},
      period_ends_at = period_ends_at - ${ago}
    where id = ${accountId}`.execute(money.db)
}

interface Books {
  readonly plan_seconds: number
  readonly remaining: number
  readonly ledger_sum: number
  readonly reserved: number
  readonly held: number
  readonly held_this_period: number
  readonly used: number
  readonly charged_this_period: number
  readonly rendering: number
  readonly slots_taken: number
  readonly badly_booked: number
  readonly wrongly_charged: number
}

async function expectSoundBooks(accountId: string): Promise<void> {
  const { rows } = await sql<Books>`
    with v as (
      select v.*, a.period_started_at = v.period_started_at as this_period,
        v.status in ('queued', 'rendering') and v.deleted_at is null as unfinished,
        v.status = 'rendering' and v.deleted_at is null as takes_slot,
        (select count(*) from ledger l where l.video_id = v.id and kind = 'reserve') as reserves,
        (select count(*) from ledger l where l.video_id = v.id and kind in ('settle', 'release')) as ends,
        (select sum(-seconds) from ledger l where l.video_id = v.id and kind <> 'expire') as paid
      from videos v join accounts a on a.id = v.account_id where a.id = ${accountId}
    )
    select remaining_seconds as remaining, reserved_seconds as reserved, used_seconds as used,
      rendering_videos as rendering,
      (select coalesce(sum(seconds), 0) from ledger where account_id = a.id)::int as ledger_sum,
      (select coalesce(sum(v.reserved_seconds) filter (where unfinished), 0) from v)::int as held,
      (select coalesce(sum(v.reserved_seconds) filter (where unfinished and this_period), 0) from v)::int as held_this_period,
      (select coalesce(sum(charged_seconds) filter (where status = 'ready' and this_period), 0) from v)::int as charged_this_period,
      (select count(*) filter (where takes_slot) from v)::int as slots_taken,
      (select count(*) from v where reserves <> 1 or ends <> case when unfinished then 0 else 1 end)::int as badly_booked,
      (select count(*) from v where not unfinished and paid <> charged_seconds)::int as wrongly_charged
    from accounts a where id = ${accountId}`.execute(money.db)
  const books = rows[0]!
  expect(books.remaining).toBe(books.ledger_sum)
  expect(books.remaining).toBeGreaterThanOrEqual(0)
  expect(books.reserved).toBe(books.held)
  expect(books.used).toBe(books.charged_this_period)
  expect(books.rendering).toBe(books.slots_taken)
  expect(books).toMatchObject({ badly_booked: 0, wrongly_charged: 0 })
  // However plans change, a period never gives more than the largest of them.
  expect(books.remaining + books.used + books.held_this_period).toBeLessThanOrEqual(3600)
}

describe('a period', () => {
  const ledgerOf = async (accountId: string) => {
    const { rows } = await sql<{ kind: string; seconds: number }>`
      select kind, seconds from ledger where account_id = ${accountId} order by id`.execute(money.db)
    return rows.map(({ kind, seconds }) => `${kind} ${seconds}`)
  }

  test('that many find ended at once expires once and is granted once', async () => {
    const account = await money.account('free')
    await passMonth(account.id)
    const looks = Array.from({ length: 10 }, () => money.accounts.allowance(account))
    const creations = Array.from({ length: 5 }, () => money.create(account.id, 200))
    await Promise.all([...looks, ...creations])
    expect(await ledgerOf(account.id)).toEqual(['grant 180', 'expire -180', 'grant 180'])
  })

  test.each<[string, (accountId: string, id: string) => Promise<unknown>]>([
    ['ready', (accountId, id) => money.videos.publish(accountId, id, 20, newEventId())],
    ['failed', (accountId, id) => money.videos.fail(accountId, id, FAILURE, newEventId())],
    ['deleted', (accountId, id) => money.videos.delete(accountId, id)],
  ])('gets no seconds from a video of the last one that is %s now', async (_, end) => {
    const account = await money.account('free')
    const id = await money.create(account.id, 50)
    await passMonth(account.id)
    await money.accounts.allowance(account)

    await end(account.id, id)

    expect(await money.accounts.allowance(account)).toMatchObject({
      remainingSeconds: 180,
      reservedSeconds: 0,
      usedSeconds: 0,
    })
    await expectSoundBooks(account.id)
  })

  test('that nobody was there for is skipped', async () => {
    const account = await money.account('free')
    for (let months = 0; months < 5; months += 1) await passMonth(account.id)
    const { periodStartedAt, periodEndsAt } = await money.accounts.allowance(account)
    expect(periodStartedAt.getTime()).toBeLessThanOrEqual(Date.now())
    expect(periodEndsAt.getTime()).toBeGreaterThan(Date.now())
    expect(await ledgerOf(account.id)).toEqual(['grant 180', 'expire -180', 'grant 180'])
  })

  test.each([
    ['2025-01-31', 1, '2025-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2025-01-31', 2, '2025-03-31'],
    ['2025-12-15', 1, '2026-01-15'],
  ])('of an account made on %s, number %i starts on %s', async (made, months, start) => {
    const { rows } = await sql<{ start: Date }>`
      select period_start(${`${made}T10:00:00Z`}::timestamptz, ${months}) as start`.execute(money.db)
    expect(rows[0]?.start.toISOString()).toBe(`${start}T10:00:00.000Z`)
  })
})

describe('a charge', () => {
  test.each([
    [10, 2.5, 3],
    [10, 3, 3],
    [10, 3.001, 4],
    [10, 0.01, 1],
    [10, 10, 10],
    [10, 14.2, 10],
  ])('with %i s held, a video of %d s costs %i', async (held, length, cost) => {
    const account = await money.account('free')
    const id = await money.create(account.id, held)
    await money.videos.publish(account.id, id, length, newEventId())
    expect(await money.accounts.allowance(account)).toMatchObject({
      remainingSeconds: 180 - cost,
      usedSeconds: cost,
      reservedSeconds: 0,
    })
  })

  test('is made once, however often and in whatever way a video is ended', async () => {
    const account = await money.account('free')
    const id = await money.create(account.id, 10)
    const ends = [
      ...Array.from({ length: 5 }, () => money.videos.publish(account.id, id, 4, newEventId())),
      ...Array.from({ length: 5 }, () => money.videos.fail(account.id, id, FAILURE, newEventId())),
      money.videos.delete(account.id, id),
    ]
    await Promise.all(ends)
    await expectSoundBooks(account.id)
    const { rows } = await sql`select id from webhook_events where video_id = ${id}`.execute(money.db)
    expect(rows.length).toBeLessThanOrEqual(1)
  })
})

describe('a plan', () => {
  test('that is changed to and fro gives no second twice', async () => {
    const account = await money.account('starter')
    const id = await money.create(account.id, 3000)
    await money.videos.publish(account.id, id, 3000, newEventId())
    for (const planId of ['free', 'starter', 'free', 'starter']) {
      await money.accounts.changePlan(await latest(account), planId)
    }
    expect(await money.accounts.allowance(account)).toMatchObject({
      remainingSeconds: 600,
      usedSeconds: 3000,
    })
  })

  test('that grows while a video renders gives what it promises, less what is held', async () => {
    const account = await money.account('free')
    await money.create(account.id, 100)
    await money.accounts.changePlan(account, 'starter')
    expect(await money.accounts.allowance(account)).toMatchObject({
      remainingSeconds: 3500,
      reservedSeconds: 100,
    })
  })
})

describe('the ledger', () => {
  test('can be added to, and neither changed nor cut', async () => {
    await money.account('free')
    await expect(sql`update ledger set seconds = 0`.execute(money.db)).rejects.toThrow('append-only')
    await expect(sql`delete from ledger`.execute(money.db)).rejects.toThrow('append-only')
  })
})
