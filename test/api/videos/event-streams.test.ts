import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { MOST_LASTING } from '../../../src/api/lasting/lasting-slots.ts'
import { followEvents } from '../../support/http/follow-events.ts'
import type { FollowedEvents } from '../../support/http/follow-events.ts'
import { requestsLeft } from '../../support/http/requests-left.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { startHeldService } from '../../support/service/held-service.ts'
import type { HeldStudio } from '../../support/service/held-studio.ts'
import type { TestService } from '../../support/service/service.ts'

type Account = Awaited<ReturnType<TestService['account']>>

let studio: HeldStudio
let service: TestService
let stop: () => Promise<void>
const open: FollowedEvents[] = []

beforeAll(async () => {
  ;({ studio, service, stop } = await startHeldService())
})
afterAll(async () => {
  for (const { leave } of open) leave()
  await stop()
})
beforeEach(() => studio.hold())

async function follow({ key }: Pick<Account, 'key'>, path = '/events', lastEventId?: string) {
  const stream = await followEvents(`${service.url}/api/v1${path}`, {
    Authorization: `Bearer ${key}`,
    ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
  })
  open.push(stream)
  return stream
}

const named = (stream: FollowedEvents, name: string) => stream.events().filter((event) => event.name === name)

async function readyVideo(account: Account): Promise<string> {
  const { body } = await account.createVideo()
  await account.untilStatus(body.id, 'ready')
  return String(body.id)
}

const eventIdOf = async (account: Account, videoId: string): Promise<string> => {
  const { body } = await account.request('GET', '/webhooks/events')
  return body.data.find((event: { video_id: string }) => event.video_id === videoId).id
}

describe('GET /events', () => {
  test('sends how each video goes and how it ends, with the id and the body of its webhook, and nothing of other accounts', async () => {
    const [account, other] = [await service.account(), await service.account()]
    const [mine, theirs] = [await follow(account), await follow(other)]
    expect(mine.response.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8')
    expect(mine.response.headers.get('X-Accel-Buffering')).toBe('no')
    expect(mine.response.headers.get('Content-Encoding')).toBeNull()

    const { body } = await account.createVideo()
    await expect.poll(() => named(mine, 'video.rendering'), PATIENTLY).toHaveLength(1)
    studio.release()
    await expect.poll(() => named(mine, 'video.ready'), PATIENTLY).toHaveLength(1)
    const [ready] = named(mine, 'video.ready')
    expect(ready).toMatchObject({
      id: await eventIdOf(account, body.id),
      data: { event: 'video.ready', data: { id: body.id, status: 'ready', progress: 100 } },
    })
    expect(Object.keys(ready!.data).toSorted()).toEqual(['data', 'event', 'sent_at'])
    expect((await fetch(ready!.data.data.video_url)).status).toBe(200)

    const failing = await account.createVideo({ script: 'Fail.' })
    await expect.poll(() => named(mine, 'video.failed'), PATIENTLY).toHaveLength(1)
    expect(named(mine, 'video.failed')[0]).toMatchObject({
      id: await eventIdOf(account, failing.body.id),
      data: { data: { id: failing.body.id, error: { code: 'render_failed' } } },
    })
    for (const { id, name } of mine.events()) {
      expect(id === null, name).toBe(name !== 'video.ready' && name !== 'video.failed')
    }
    expect(theirs.events()).toEqual([])
  })

  test('sends a deletion, and a video that gets its slot', async () => {
    const account = await service.account('free')
    const first = await account.createVideo()
    const stream = await follow(account)
    const second = await account.createVideo({ queue: true })
    await expect.poll(() => named(stream, 'video.queued'), PATIENTLY).toHaveLength(1)
    await account.request('DELETE', `/videos/${first.body.id}`)
    await expect
      .poll(() => named(stream, 'video.deleted'), PATIENTLY)
      .toMatchObject([{ data: { event: 'video.deleted', data: { id: first.body.id, deleted: true } } }])
    await expect
      .poll(() => named(stream, 'video.rendering'), PATIENTLY)
      .toMatchObject([{ data: { data: { id: second.body.id } } }])
  })

  test('resumed by Last-Event-ID, sends what has ended since, oldest first', async () => {
    studio.release()
    const account = await service.account()
    const before = await readyVideo(account)
    const last = await eventIdOf(account, before)
    await service.query(`update webhook_events set created_at = created_at - interval '1 minute'`)
    const missed = [await readyVideo(account), await readyVideo(account)]
    const deleted = await readyVideo(account)
    await account.request('DELETE', `/videos/${deleted}`)

    const stream = await follow(account, '/events', last)
    await expect.poll(() => stream.events().map(({ data }) => data.data.id), PATIENTLY).toEqual(missed)
    const live = await readyVideo(account)
    await expect.poll(() => named(stream, 'video.ready').at(-1)?.data.data.id, PATIENTLY).toBe(live)
    expect(named(stream, 'video.ready').map(({ data }) => data.data.id)).toEqual([...missed, live])
  })

  test.each([
    ['is unknown', async () => 'evt_01kam4pz6zfb0t3vn1w2k7c8xf'],
    ['is nonsense', async () => 'x; drop table videos'],
    [
      'is another account’s',
      async () => {
        const other = await service.account()
        return eventIdOf(other, await readyVideo(other))
      },
    ],
    [
      'is older than a day',
      async (account: Account) => {
        const id = await eventIdOf(account, await readyVideo(account))
        const text = `update webhook_events set created_at = created_at - interval '25 hours' where id = $1`
        await service.query(text, [id])
        return id
      },
    ],
  ])('begins with reset when the last event %s', async (_, lastOf) => {
    studio.release()
    const account = await service.account()
    const stream = await follow(account, '/events', await lastOf(account))
    await expect.poll(() => stream.events()[0]?.name, PATIENTLY).toBe('reset')
    const { body } = await account.createVideo()
    await expect.poll(() => named(stream, 'video.ready').length, PATIENTLY).toBe(1)
    expect(named(stream, 'video.ready')[0]?.data.data.id).toBe(body.id)
  })

  test(`is open ${MOST_LASTING} times for a key at most, whichever stream it is`, async () => {
    const account = await service.account()
    const { body } = await account.createVideo()
    const paths = Array.from({ length: MOST_LASTING }, (_, n) =>
      n % 2 ? '/events' : `/videos/${body.id}/events`,
    )
    const streams = await Promise.all(paths.map((path) => follow(account, path)))
    expect(streams.map(({ response }) => response.status)).toEqual(paths.map(() => 200))
    const refused = await follow(account)
    await refused.ended
    expect(refused.response.status).toBe(429)
    expect(refused.response.headers.get('Retry-After')).toBe('1')
    expect(JSON.parse(refused.text())).toMatchObject({ error: { code: 'rate_limited' } })
    streams[0]!.leave()
    await expect.poll(async () => (await follow(account)).response.status, PATIENTLY).toBe(200)
    for (const { leave } of streams) leave()
  })

  test('counts as one request, when it opens', async () => {
    const account = await service.account()
    const look = async () => requestsLeft((await account.request('GET', '/presenters')).headers)
    const before = await look()
    const stream = await follow(account)
    expect(requestsLeft(stream.response.headers)).toBe(before - 1)
    await account.createVideo()
    await expect.poll(() => named(stream, 'video.rendering'), PATIENTLY).toHaveLength(1)
    expect(await look()).toBe(before - 3)
  })

  test('needs a key', async () => {
    expect((await follow({ key: 'pv_live_none' })).response.status).toBe(401)
  })
})

describe('GET /videos/{id}/events', () => {
  test('sends how the video is and what becomes of it, nothing of others, and ends with it', async () => {
    const account = await service.account()
    const { body } = await account.createVideo()
    const stream = await follow(account, `/videos/${body.id}/events`)
    await expect.poll(() => stream.events()[0]?.name, PATIENTLY).toBe('video.rendering')
    await account.createVideo()
    studio.release()
    await stream.ended
    expect(stream.events().at(-1)).toMatchObject({
      id: await eventIdOf(account, body.id),
      name: 'video.ready',
      data: { data: { id: body.id, status: 'ready' } },
    })
    expect(new Set(stream.events().map(({ data }) => data.data.id))).toEqual(new Set([body.id]))
  })

  test('of a video that has ended sends that alone, and nothing to those who know', async () => {
    studio.release()
    const account = await service.account()
    const id = await readyVideo(account)
    const [stream, again] = [
      await follow(account, `/videos/${id}/events`),
      await follow(account, `/videos/${id}/events`, await eventIdOf(account, id)),
    ]
    await Promise.all([stream.ended, again.ended])
    expect(stream.events().map(({ name }) => name)).toEqual(['video.ready'])
    expect(again.events()).toEqual([])
  })

  test('ends when the video is deleted', async () => {
    const account = await service.account()
    const { body } = await account.createVideo()
    const stream = await follow(account, `/videos/${body.id}/events`)
    await expect.poll(() => stream.events().length, PATIENTLY).toBeGreaterThan(0)
    await account.request('DELETE', `/videos/${body.id}`)
    await stream.ended
    expect(stream.events().at(-1)?.name).toBe('video.deleted')
  })

  test('of an unknown video is 404', async () => {
    const account = await service.account()
    const stream = await follow(account, '/videos/vid_01kam4pz6zfb0t3vn1w2k7c8xe/events')
    expect(stream.response.status).toBe(404)
  })
})

test('streams end when the process stops, and nothing that ended meanwhile is missed elsewhere', async () => {
  studio.release()
  const account = await service.account()
  const another = await service.startApi()
  const stream = await followEvents(`${another.url}/api/v1/events`, {
    Authorization: `Bearer ${account.key}`,
  })
  const first = await readyVideo(account)
  await expect.poll(() => named(stream, 'video.ready').length, PATIENTLY).toBe(1)
  await another.stop()
  await stream.ended
  await service.query(`update webhook_events set created_at = created_at - interval '1 minute'`)
  const second = await readyVideo(account)
  const id = await eventIdOf(account, first)
  expect(named(stream, 'video.ready')).toMatchObject([{ id }])
  const resumed = await follow(account, '/events', id)
  await expect.poll(() => resumed.events().map(({ data }) => data.data.id), PATIENTLY).toEqual([second])
})
