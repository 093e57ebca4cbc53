import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { auditBooks } from '../../src/db/audit.ts'
import { REQUEST_GOOD_FOR_SECONDS } from '../../src/domain/video/video-request.ts'
import { openMoney } from '../support/database/money.ts'
import type { Money } from '../support/database/money.ts'

let money: Money

beforeAll(async () => {
  money = await openMoney()
})
afterAll(() => money.db.destroy())

const reserve = (accountId: string, videoId: string) =>
  money.videos.reserve(accountId, videoId, money.plans).then(({ outcome }) => outcome)

/** As if the request had been noted so much earlier. */
async function age(videoId: string, seconds: number): Promise<void> {
  await sql`update video_requests set requested_at = requested_at - make_interval(secs => ${seconds})
    where video_id = ${videoId}`.execute(money.db)
}

async function charges(accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ledger where account_id = ${accountId} and kind = 'reserve'`.execute(
    money.db,
  )
  return rows[0]!.count
}

describe('a request that was not decided in time', () => {
  test('is never charged, by whatever clock its clients and workers go', async () => {
    const { id } = await money.account('starter')
    const videoId = await money.request(id, 10)
    await age(videoId, REQUEST_GOOD_FOR_SECONDS)
    expect(await reserve(id, videoId)).toBe('withdrawn')
    expect(await charges(id)).toBe(0)
  })

  test('is never charged either when its time ran out while it waited for its account', async () => {
    const { id } = await money.account('starter')
    const videoId = await money.request(id, 10)
    let reserved: Promise<string> | undefined
    await money.db.transaction().execute(async (db) => {
      await sql`select 1 from accounts where id = ${id} for update`.execute(db)
      reserved = reserve(id, videoId)
      await untilSomeoneWaits()
      // Good still when it was asked for, and too old now.
      await sql`update video_requests
        set requested_at = clock_timestamp() - make_interval(secs => ${REQUEST_GOOD_FOR_SECONDS})
        where video_id = ${videoId}`.execute(db)
    })
    expect(await reserved).toBe('withdrawn')
    expect(await charges(id)).toBe(0)
  })

  test('is found again when it was accepted before: its run goes on', async () => {
    const { id } = await money.account('starter')
    const videoId = await money.request(id, 10)
    expect(await reserve(id, videoId)).toBe('accepted')
    await age(videoId, REQUEST_GOOD_FOR_SECONDS)
    expect(await reserve(id, videoId)).toBe('accepted')
    expect(await charges(id)).toBe(1)
  })

  test('and a second less is time enough', async () => {
    const { id } = await money.account('starter')
    const videoId = await money.request(id, 10)
    await age(videoId, REQUEST_GOOD_FOR_SECONDS - 5)
    expect(await reserve(id, videoId)).toBe('accepted')
  })
})

describe('a run that is begun again', () => {
  test('finds its video only while that is still to be made', async () => {
    const { id } = await money.account('starter')
    const [ready, failed, deleted] = [
      await money.create(id, 10),
      await money.create(id, 10),
      await money.create(id, 10),
    ]
    await money.videos.publish(id, ready, 9, 'evt_r')
    await money.videos.fail(id, failed, { stage: 'speak', reason: 'test', byRequest: false }, 'evt_f')
    await money.videos.delete(id, deleted)
    for (const videoId of [ready, failed, deleted]) expect(await reserve(id, videoId)).toBe('existing')
    const queued = await waitingVideo(id)
    expect(await reserve(id, queued)).toBe('queued')
  })
})

describe('a withdrawal', () => {
  test('takes back every request of its key: who joined another’s run is not charged by it', async () => {
    const { id } = await money.account('starter')
    const [first, joined, other] = [
      await money.request(id, 10, 'key'),
      await money.request(id, 10, 'key'),
      await money.request(id, 10, 'another key'),
    ]
    expect(await money.videos.withdraw(id, joined, 'key')).toBeNull()
    expect(await reserve(id, first)).toBe('withdrawn')
    expect(await reserve(id, other)).toBe('accepted')
  })

  test('touches no other account’s request with the same key', async () => {
    const [mine, theirs] = [await money.account('starter'), await money.account('starter')]
    const kept = await money.request(theirs.id, 10, 'key')
    await money.videos.withdraw(mine.id, await money.request(mine.id, 10, 'key'), 'key')
    expect(await reserve(theirs.id, kept)).toBe('accepted')
  })

  const step = fc.record({ withdraws: fc.boolean(), which: fc.nat({ max: 3 }) })
  const steps = fc.array(step, { minLength: 2, maxLength: 10 })

  test('that says that nothing was reserved is right for ever, whatever runs at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (together) => {
        const { id } = await money.account('starter')
        const requests = await Promise.all([0, 1, 2, 3].map(() => money.request(id, 10, 'key')))
        const said = await Promise.all(
          together.map(({ withdraws, which }) =>
            withdraws ? money.videos.withdraw(id, requests[which]!, 'key') : reserve(id, requests[which]!),
          ),
        )
        for (const videoId of requests) await reserve(id, videoId)
        const withdrawals = said.filter((_, index) => together[index]!.withdraws)
        expect(await charges(id)).toBe(withdrawals.includes(null) ? 0 : 1)
        expect(new Set(withdrawals).size).toBeLessThanOrEqual(1)
        expect(await auditBooks(money.db)).toEqual([])
      }),
      { numRuns: 40, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: false },
    )
  })
})

async function untilSomeoneWaits(): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(money.db)
    return rows.length
  }
  await expect.poll(waiting).toBeGreaterThan(0)
}

/** One more video than the plan makes at once. */
async function waitingVideo(accountId: string): Promise<string> {
  const { concurrentVideos } = money.plans.get('starter')!
  for (let made = 0; made < concurrentVideos; made += 1) await money.create(accountId, 10)
  return money.create(accountId, 10, undefined, true)
}
