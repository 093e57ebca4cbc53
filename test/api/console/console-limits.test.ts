import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TestClient } from '../../support/service/client.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { signedIn } from '../../support/http/signed-in.ts'
import type { SignedInPerson } from '../../support/http/signed-in.ts'

const REQUESTS = 60
const CREATES = 10

let service: TestService

beforeAll(async () => {
  // Nobody works: videos stay where the reservation has put them.
  service = await startTestService({
    worker: false,
    config: { rateLimits: { requests: REQUESTS, creates: CREATES } },
  })
})
afterAll(() => service.stop())

const limits = async (person: SignedInPerson) => (await person.request('GET', '/limits')).body
const look = (client: TestClient) => client.request('GET', '/presenters')

test('a key shows what it has sent in the minute, and looking counts nowhere', async () => {
  const account = await service.account()
  const owner = await signedIn(service, account)
  await look(account)
  await account.askForVideo()
  await limits(owner)
  const { keys, window_seconds } = await limits(owner)
  expect(window_seconds).toBe(60)
  expect(keys).toMatchObject([
    { name: 'test', requests: { used: 2, limit: REQUESTS }, creates: { used: 1, limit: CREATES } },
  ])
  expect(keys[0].requests.next_place_in_seconds).toBeGreaterThan(0)
  expect(keys[0].requests.next_place_in_seconds).toBeLessThanOrEqual(60)
})

test('figures are those that the key itself is told', async () => {
  const account = await service.account()
  const owner = await signedIn(service, account)
  const answers = await Promise.all(Array.from({ length: REQUESTS + 5 }, () => look(account)))
  const told = answers.filter(({ status }) => status === 429)
  const [key] = (await limits(owner)).keys
  expect(told).toHaveLength(5)
  expect(key.requests.used).toBe(REQUESTS)
  expect(key.requests.next_place_in_seconds).toBeLessThanOrEqual(Number(told[0]!.headers.get('Retry-After')))
})

test('a key that was never used has everything free', async () => {
  const owner = await signedIn(service, await service.account())
  const [key] = (await limits(owner)).keys
  expect(key).toMatchObject({
    last_used_at: null,
    requests: { used: 0, next_place_in_seconds: null },
    creates: { used: 0, next_place_in_seconds: null },
  })
})

test('what was sent more than a minute ago counts no more', async () => {
  const account = await service.account()
  const owner = await signedIn(service, account)
  await look(account)
  const { id } = (await limits(owner)).keys[0]
  await service.query(
    `update rate_limits set hits = array(select h - interval '61 seconds' from unnest(hits) as h)
     where caller_id = $1`,
    [id],
  )
  expect((await limits(owner)).keys[0].requests).toMatchObject({ used: 0, next_place_in_seconds: null })
})

test('keys that work no more are left out', async () => {
  const owner = await signedIn(service, await service.account())
  const { id } = (await limits(owner)).keys[0]
  await owner.request('DELETE', `/keys/${id}`)
  expect((await limits(owner)).keys).toEqual([])
})

test('videos being made, waiting and accepted today are counted against the plan', async () => {
  const account = await service.account('starter')
  const owner = await signedIn(service, account)
  await service.query(`update accounts set rendering_videos = 2, day_videos = 7 where id = $1`, [
    account.accountId,
  ])
  const { videos } = await limits(owner)
  expect(videos).toMatchObject({
    at_once: { used: 2, limit: 3 },
    queued: { used: 0, limit: 100 },
    today: { used: 7, limit: 50 },
  })
  const dayEnds = new Date(videos.day_ends_at)
  expect(dayEnds.getTime()).toBeGreaterThan(Date.now())
  expect(dayEnds.toISOString()).toMatch(/T00:00:00\.000Z$/u)
})

test('the videos of another day are not those of today', async () => {
  const account = await service.account('starter')
  const owner = await signedIn(service, account)
  await service.query(`update accounts set day = day - 1, day_videos = 7 where id = $1`, [account.accountId])
  expect((await limits(owner)).videos.today.used).toBe(0)
})

test('another account sees nothing of it', async () => {
  const account = await service.account()
  const stranger = await signedIn(service, await service.account())
  await look(account)
  const { keys } = await limits(stranger)
  expect(keys).toHaveLength(1)
  expect(keys[0].requests.used).toBe(0)
})
