import type { Client } from '@temporalio/client'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { DEFAULT_PLANS } from '../../../src/domain/account/plan.ts'
import type { Plan } from '../../../src/domain/account/plan.ts'
import { startHeldService } from '../../support/service/held-service.ts'
import { keepHouse } from '../../support/service/keep-house.ts'
import type { TestService } from '../../support/service/service.ts'

let service: TestService
let temporal: Client
let stop: () => Promise<void>

/** A plan that keeps videos for so many days. */
const keeping = (id: string, keepDays: number | null): [string, Plan] => [
  id,
  { ...DEFAULT_PLANS.find((plan) => plan.id === 'scale')!, id, keepDays },
]

beforeAll(async () => {
  const plans = new Map([...DEFAULT_PLANS.map((plan) => [plan.id, plan] as const), keeping('month', 30)])
  plans.set(...keeping('week', 7))
  const held = await startHeldService({ config: { plans } })
  ;({ service, temporal, stop } = held)
  held.studio.release()
})
afterAll(() => stop())

/** As if a video had been accepted, and had ended, so long ago. */
async function age(videoId: string, interval: string): Promise<void> {
  await service.query(
    `update videos set created_at = created_at - $2::interval, completed_at = completed_at - $2::interval,
       expires_at = expires_at - $2::interval where id = $1`,
    [videoId, interval],
  )
}

const DAY_MS = 86_400_000

/** For how many days a video is kept; null: for ever. */
function daysOf({ created_at, expires_at }: { created_at: string; expires_at: string | null }) {
  return expires_at === null ? null : (Date.parse(expires_at) - Date.parse(created_at)) / DAY_MS
}

test('a test video is deleted after a day, and no other video is', async () => {
  const live = await service.account()
  const tests = await service.testData(live.accountId)
  const videos = [await tests.createVideo(), await tests.createVideo(), await live.createVideo()]
  expect(videos.map(({ body }) => daysOf(body))).toEqual([1, 1, null])
  const [old, young, paid] = videos.map(({ body }) => String(body.id)) as [string, string, string]
  for (const id of [old, young]) await tests.untilStatus(id, 'ready')
  await live.untilStatus(paid, 'ready')
  await age(old, '25 hours')
  await age(young, '23 hours')
  await age(paid, '25 hours')

  await keepHouse(temporal)

  const statuses = await Promise.all([
    tests.request('GET', `/videos/${old}`),
    tests.request('GET', `/videos/${young}`),
    live.request('GET', `/videos/${paid}`),
  ])
  expect(statuses.map(({ status }) => status)).toEqual([404, 200, 200])
})

test('a video is deleted when its plan keeps it no longer, and what it cost stays charged', async () => {
  const account = await service.account('week')
  expect((await account.request('GET', '/me')).body.plan.keep_days).toBe(7)
  const { body } = await account.createVideo()
  expect(daysOf(body)).toBe(7)
  await account.untilStatus(body.id, 'ready')
  const before = (await account.request('GET', '/me')).body.used_video_seconds
  // Its day stays as it is: the books have it.
  const expire = (interval: string) =>
    service.query(`update videos set expires_at = clock_timestamp() + $2::interval where id = $1`, [
      body.id,
      interval,
    ])
  await expire('1 minute')
  await keepHouse(temporal)
  expect((await account.request('GET', `/videos/${body.id}`)).status).toBe(200)
  await expire('-1 second')
  await keepHouse(temporal)
  expect((await account.request('GET', `/videos/${body.id}`)).status).toBe(404)
  expect((await account.request('GET', '/me')).body.used_video_seconds).toBe(before)
  expect(await service.wrongWith(account)).toEqual([])
})

test('a plan that keeps videos for longer keeps also those that are there; one that does not, later ones', async () => {
  const account = await service.account('week')
  const tests = await service.testData(account.accountId)
  const { body: first } = await account.createVideo()
  const { body: tried } = await tests.createVideo()
  const kept = async (id: string) => daysOf((await account.request('GET', `/videos/${id}`)).body)
  const changeTo = (planId: string) => service.app.changePlan({ accountId: account.accountId, planId })

  await changeTo('month')
  expect(await kept(first.id)).toBe(30)
  await changeTo('week')
  const { body: second } = await account.createVideo()
  expect([await kept(first.id), await kept(second.id)]).toEqual([30, 7])
  await changeTo('scale')
  expect([await kept(first.id), await kept(second.id)]).toEqual([null, null])
  expect(daysOf((await tests.request('GET', `/videos/${tried.id}`)).body)).toBe(1)
})
