import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { MOST_LASTING } from '../../../src/api/lasting/lasting-slots.ts'
import { expectProblem } from '../../support/http/expect-problem.ts'
import { requestsLeft } from '../../support/http/requests-left.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { startHeldService } from '../../support/service/held-service.ts'
import type { HeldStudio } from '../../support/service/held-studio.ts'
import type { TestService } from '../../support/service/service.ts'

type Account = Awaited<ReturnType<TestService['account']>>

let studio: HeldStudio
let service: TestService
let stop: () => Promise<void>

beforeAll(async () => {
  ;({ studio, service, stop } = await startHeldService({ bounds: { creation: { ...ONE_PLACE } } }))
})
afterAll(() => stop())
beforeEach(() => studio.hold())

const ONE_PLACE = { least: 1, initial: 1, most: 1, aimMs: 5_000, longestWaitMs: 60_000 }

const wait = (account: Account, id: string, seconds: number) =>
  account.request('GET', `/videos/${id}?wait=${seconds}`)

/** Until it is plain that a request waits. */
async function untilWaiting(ofAnswer: Promise<unknown>): Promise<void> {
  let isAnswered = false
  void ofAnswer.then(() => (isAnswered = true))
  // A second is many looks at the database: what should not wait has been answered by then.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(isAnswered).toBe(false)
}

describe('GET /videos/{id}?wait', () => {
  test('is answered when the video is ready, and counts as one request', async () => {
    const account = await service.account()
    const { body, headers: before } = await account.createVideo()
    const answer = wait(account, body.id, 60)
    await untilWaiting(answer)
    studio.release()
    const { status, body: video, headers } = await answer
    expect(status).toBe(200)
    expect(video).toMatchObject({ id: body.id, status: 'ready', progress: 100 })
    expect(headers.get('Retry-After')).toBeNull()
    expect(headers.get('Preference-Applied')).toBeNull()
    const again = await wait(account, body.id, 60)
    expect(again.status, 'what has ended is answered at once').toBe(200)
    expect([headers, again.headers].map(requestsLeft)).toEqual(
      [1, 2].map((sent) => requestsLeft(before) - sent),
    )
  })

  test('is answered as the video is when the time is over, and says when to ask again', async () => {
    const account = await service.account()
    const { body } = await account.createVideo()
    const { body: video, headers } = await wait(account, body.id, 1)
    expect(video).toMatchObject({ status: 'rendering' })
    expect(Number(headers.get('Retry-After'))).toBeGreaterThanOrEqual(1)
    expect(Number(headers.get('Retry-After'))).toBeLessThanOrEqual(30)
  })

  test('is answered when the video fails, and 404 when it is deleted', async () => {
    const account = await service.account()
    const [failing, deleted] = [await account.createVideo({ script: 'Fail.' }), await account.createVideo()]
    const [one, other] = [wait(account, failing.body.id, 60), wait(account, deleted.body.id, 60)]
    await untilWaiting(Promise.race([one, other]))
    await account.request('DELETE', `/videos/${deleted.body.id}`)
    const missing = await other
    expectProblem(missing, 'not_found')
    expect(missing.headers.get('Retry-After')).toBeNull()
    studio.release()
    expect((await one).body).toMatchObject({ status: 'failed', error: { code: 'render_failed' } })
  })

  test('compares what the client has with the answer that it waited for', async () => {
    const account = await service.account()
    const { body } = await account.createVideo()
    const tagNow = async () => (await account.request('GET', `/videos/${body.id}`)).headers.get('ETag') ?? ''
    const having = (tag: string, seconds: number) =>
      account.request('GET', `/videos/${body.id}?wait=${seconds}`, { headers: { 'If-None-Match': tag } })
    await expect.poll(async () => (await having(await tagNow(), 1)).status, PATIENTLY).toBe(304)

    const answer = having(await tagNow(), 60)
    await untilWaiting(answer)
    studio.release()
    const { status, body: video, headers } = await answer
    expect([status, video.status]).toEqual([200, 'ready'])
    expect(headers.get('ETag')).not.toBeNull()
  })

  test('by the header Prefer says that it was followed, and how long at most', async () => {
    const account = await service.account()
    const { body } = await account.createVideo()
    const prefer = (preference: string) =>
      account.request('GET', `/videos/${body.id}`, { headers: { Prefer: preference } })
    expect((await prefer('respond-async, wait=1')).headers.get('Preference-Applied')).toBe('wait=1')
    for (const nonsense of ['wait=soon', 'wait', 'respond-async', 'wait=-1']) {
      expect((await prefer(nonsense)).headers.get('Preference-Applied')).toBeNull()
    }
    studio.release()
    await account.untilStatus(body.id, 'ready')
    expect((await prefer('Wait = "600"; x=1')).headers.get('Preference-Applied')).toBe('wait=60')
  })

  test.each(['-1', '61', 'x', '1.5', ''])('of %j seconds is refused by name', async (seconds) => {
    const account = await service.account()
    const answer = await account.request('GET', `/videos/vid_01kam4pz6zfb0t3vn1w2k7c8xe?wait=${seconds}`)
    expectProblem(answer, 'invalid_request', { wait: 'invalid' })
  })

  test(`beyond ${MOST_LASTING} at a time is answered at once`, async () => {
    const account = await service.account()
    const { body } = await account.createVideo()
    const waiting = Array.from({ length: MOST_LASTING }, () => wait(account, body.id, 60))
    await untilWaiting(Promise.race(waiting))
    expect((await wait(account, body.id, 60)).body.status).toBe('rendering')
    studio.release()
    for (const answer of waiting) expect((await answer).body.status).toBe('ready')
    // They have given back their places.
    studio.hold()
    const next = await account.createVideo()
    const again = wait(account, next.body.id, 60)
    await untilWaiting(again)
    studio.release()
    expect((await again).body.status).toBe('ready')
  })
})

describe('POST /videos?wait', () => {
  const create = (account: Account, query: string, headers: Record<string, string> = {}) =>
    account.request('POST', `/videos${query}`, {
      body: { script: 'Hello there.', presenter_id: 'maya' },
      headers,
    })

  test('is answered 202 with the finished video, and takes no place of other creations while it waits', async () => {
    const account = await service.account()
    const answer = create(account, '?wait=60', { 'Idempotency-Key': 'waiting' })
    await untilWaiting(answer)
    // The one place for creations is free.
    const other = await account.createVideo()
    expect(other.status).toBe(202)
    studio.release()
    const { status, body, headers } = await answer
    expect([status, body.status]).toEqual([202, 'ready'])
    expect(headers.get('Location')).toBe(`${service.url}/api/v1/videos/${body.id}`)
    expect(headers.get('Retry-After')).toBeNull()
    await account.untilStatus(other.body.id, 'ready')
  })

  test('without a wait says when to ask', async () => {
    const account = await service.account()
    const { headers } = await create(account, '')
    expect(Number(headers.get('Retry-After'))).toBeGreaterThanOrEqual(1)
  })

  test('of a queued video says when to ask as well', async () => {
    const account = await service.account('free')
    await account.createVideo()
    const { body, headers } = await account.createVideo({ queue: true })
    expect(body.status).toBe('queued')
    expect(Number(headers.get('Retry-After'))).toBeGreaterThanOrEqual(1)
  })

  test('is answered as the video was when it is deleted meanwhile', async () => {
    const account = await service.account()
    const answer = create(account, '', { Prefer: 'wait=60' })
    await untilWaiting(answer)
    const created = async () => (await account.request('GET', '/videos')).body.data[0]?.id
    await expect.poll(created, PATIENTLY).toBeDefined()
    const id = await created()
    // The one place for creations is free again: the video has been read, and what is left is the wait.
    await account.createVideo()
    await account.request('DELETE', `/videos/${id}`)
    const { status, body: video, headers } = await answer
    expect([status, video.status]).toEqual([202, 'rendering'])
    expect(headers.get('Preference-Applied')).toBe('wait=60')
  })
})

test('requests that wait are answered when the process stops, with the advice to come back', async () => {
  const own = await startHeldService()
  const account = await own.service.account()
  const { body } = await account.createVideo()
  const another = await own.service.startApi()
  const answer = fetch(`${another.url}/api/v1/videos/${body.id}?wait=60`, {
    headers: { Authorization: `Bearer ${account.key}` },
  })
  await untilWaiting(answer)
  const stopped = another.stop()
  const { status, headers } = await answer
  expect([status, headers.get('Retry-After')]).toEqual([200, '1'])
  await stopped
  await own.stop()
})

test('a client that has gone waits no longer', async () => {
  const account = await service.account()
  const { body } = await account.createVideo()
  const gone = new AbortController()
  const asks = Array.from({ length: MOST_LASTING }, () =>
    fetch(`${service.url}/api/v1/videos/${body.id}?wait=60`, {
      headers: { Authorization: `Bearer ${account.key}` },
      signal: gone.signal,
    }).catch(() => null),
  )
  await untilWaiting(Promise.race(asks))
  gone.abort()
  await Promise.all(asks)
  const slow = async () => {
    const startedAt = performance.now()
    await wait(account, body.id, 2)
    return performance.now() - startedAt > 1_500
  }
  await expect.poll(slow, PATIENTLY).toBe(true)
})
