import type { Client } from '@temporalio/client'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startHeldService } from '../../support/service/held-service.ts'
import { keepHouse } from '../../support/service/keep-house.ts'
import type { TestService } from '../../support/service/service.ts'

let service: TestService
let temporal: Client
let stop: () => Promise<void>

beforeAll(async () => {
  const held = await startHeldService()
  ;({ service, temporal, stop } = held)
  held.studio.release()
})
afterAll(() => stop())

/** As if a video had been accepted, and had ended, so long ago. */
async function age(videoId: string, interval: string): Promise<void> {
  await service.query(
    `update videos set created_at = created_at - $2::interval, completed_at = completed_at - $2::interval where id = $1`,
    [videoId, interval],
  )
}

test('a test video is deleted after a day, and no other video is', async () => {
  const live = await service.account()
  const tests = await service.testData(live.accountId)
  const videos = [await tests.createVideo(), await tests.createVideo(), await live.createVideo()]
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
