import { describe, expect } from 'vitest'

import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'
import { eachWithinOneDay } from '../../support/run/within-one-day.ts'

let service: TestService

eachWithinOneDay()
test.beforeAll(({ defaultService }) => {
  service = defaultService
})

const DAY_MS = 86_400_000
const today = () => new Date().toISOString().slice(0, 10)

describe('200', () => {
  test('a new account has used nothing today', async () => {
    const account = await service.account('starter')
    const { status, body } = await account.request('GET', '/usage')
    const me = (await account.request('GET', '/me')).body
    expect(status).toBe(200)
    expect(body).toEqual({
      period_started_at: me.period_started_at,
      period_ends_at: me.period_ends_at,
      used_video_seconds: 0,
      reserved_video_seconds: 0,
      remaining_video_seconds: 3600,
      days: [{ date: today(), video_seconds: 0, videos: 0 }],
    })
  })

  test('videos count on the day they became ready, deleted ones too; failed and unfinished ones do not', async () => {
    const account = await service.account('starter')
    const ids: string[] = []
    for (const script of ['One two three.', 'One two three four five.', 'One.']) {
      const { body } = await account.createVideo({ script })
      await account.untilStatus(body.id, 'ready')
      ids.push(body.id)
    }
    await account.request('DELETE', `/videos/${ids[2]}`)
    // As if the account and its first video were two days older.
    await service.query(
      `with a as (update accounts set created_at = created_at - interval '2 days',
         period_started_at = period_started_at - interval '2 days' where id = $1 returning period_started_at)
       update usage_days d set period_started_at = a.period_started_at from a where account_id = $1`,
      [account.accountId],
    )
    await service.query(
      `with first as (select 2 as seconds),
         today as (update usage_days d set seconds = d.seconds - first.seconds, videos = d.videos - 1 from first
           where account_id = $1 returning d.*)
       insert into usage_days select account_id, period_started_at, day - 2, first.seconds, 1 from today, first`,
      [account.accountId],
    )

    const { body } = await account.request('GET', '/usage')

    expect(body.used_video_seconds).toBe(2 + 3 + 1)
    expect(body.days).toEqual([
      { date: daysAgo(2), video_seconds: 2, videos: 1 },
      { date: daysAgo(1), video_seconds: 0, videos: 0 },
      { date: daysAgo(0), video_seconds: 4, videos: 2 },
    ])
    expect(body).toMatchObject({ reserved_video_seconds: 0, remaining_video_seconds: 3600 - 6 })
  })

  test('a new period begins with nothing used', async () => {
    const account = await service.account('starter')
    const { body: video } = await account.createVideo()
    await account.untilStatus(video.id, 'ready')
    await service.query(
      `with a as (update accounts set created_at = created_at - interval '33 days',
         period_started_at = period_started_at - interval '33 days',
         period_ends_at = period_ends_at - interval '33 days' where id = $1 returning period_started_at)
       update usage_days set period_started_at = a.period_started_at, day = day - 33 from a where account_id = $1`,
      [account.accountId],
    )
    const { body } = await account.request('GET', '/usage')
    expect(body).toMatchObject({ used_video_seconds: 0, remaining_video_seconds: 3600 })
    expect(body.days.every(({ video_seconds }: { video_seconds: number }) => video_seconds === 0)).toBe(true)
    expect(body.days.at(-1).date).toBe(today())
    expect(body.days[0].date).toBe(body.period_started_at.slice(0, 10))
  })

  test('another account’s videos count for them alone', async () => {
    const [one, other] = [await service.account('starter'), await service.account('starter')]
    const { body: video } = await one.createVideo()
    await one.untilStatus(video.id, 'ready')
    expect((await other.request('GET', '/usage')).body).toMatchObject({ used_video_seconds: 0 })
  })
})

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
}
