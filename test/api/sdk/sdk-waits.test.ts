import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import * as sdk from '../../../sdk/typescript/src/index.ts'
import { addressOf, countedFetch } from '../../support/sdk/counted-fetch.ts'
import { queuedVideos } from '../../support/sdk/queued-videos.ts'
import { sdkFor } from '../../support/sdk/sdk-client.ts'
import { startHeldService } from '../../support/service/held-service.ts'
import type { HeldStudio } from '../../support/service/held-studio.ts'
import type { TestService } from '../../support/service/service.ts'

/** Ten times what a key may have waiting. */
const WAITS = 200

/** More than one page of ids. */
const VIDEOS = 60

let studio: HeldStudio
let service: TestService
let stop: () => Promise<void>
beforeAll(async () => {
  // Requests as usual. Creating is not what is looked at.
  ;({ studio, service, stop } = await startHeldService({
    config: { rateLimits: { requests: 60, creates: 10_000 } },
  }))
})
afterAll(() => stop())
beforeEach(() => studio.hold())

type Fetch = typeof fetch

describe('many waits', () => {
  test('share one stream: all return, and none is refused', async () => {
    const account = await service.account('scale')
    const ids = await queuedVideos(service, account, VIDEOS)
    const way = countedFetch()
    const client = sdkFor(service, account, { fetch: way.fetch })
    const waits = Array.from({ length: WAITS }, (_, n) => client.videos.wait(ids[n % ids.length]!))
    await expect.poll(() => way.paths).toContain('/events')
    studio.release()
    const videos = await Promise.all(waits)
    expect(new Set(videos.map(({ status }) => status))).toEqual(new Set(['ready']))
    expect(way.tooMuch()).toBe(0)
    expect(way.paths.filter((path) => path === '/events')).toHaveLength(1)
    expect(way.paths.length).toBeLessThan(12)
  })

  test('return over a stream that is cut after each event', async () => {
    const account = await service.account('scale')
    const ids = await queuedVideos(service, account, 3)
    const way = countedFetch(cutAfterEachEvent)
    const client = sdkFor(service, account, { fetch: way.fetch })
    const waits = ids.map((id) => client.videos.wait(id))
    await expect.poll(() => way.paths).toContain('/events')
    studio.release()
    expect((await Promise.all(waits)).map(({ id }) => id)).toEqual(ids)
    expect(way.tooMuch()).toBe(0)
  })

  test('return where no stream comes through at all', async () => {
    const account = await service.account('scale')
    const ids = await queuedVideos(service, account, 3)
    const way = countedFetch((input, init) =>
      addressOf(input).endsWith('/events')
        ? Promise.resolve(new Response('not here', { status: 404 }))
        : fetch(input, init),
    )
    const client = sdkFor(service, account, { fetch: way.fetch })
    const waits = ids.map((id) => client.videos.wait(id))
    await expect.poll(() => way.paths.filter((path) => path.startsWith('/videos/'))).toHaveLength(3)
    studio.release()
    expect((await Promise.all(waits)).map(({ id }) => id)).toEqual(ids)
  })
})

describe('a wait', () => {
  test('of a video that has ended already returns at once', async () => {
    const account = await service.account('scale')
    const [id] = await queuedVideos(service, account, 1)
    studio.release()
    await account.untilStatus(id!, 'ready')
    expect((await sdkFor(service, account).videos.wait(id!)).status).toBe('ready')
  })

  test('ends when the video is deleted', async () => {
    const account = await service.account('scale')
    const [id] = await queuedVideos(service, account, 1)
    const way = countedFetch()
    const client = sdkFor(service, account, { fetch: way.fetch })
    const wait = client.videos.wait(id!).catch((error: unknown) => error)
    await expect.poll(() => way.paths).toContain('/events')
    await account.request('DELETE', `/videos/${id}`)
    expect(await wait).toBeInstanceOf(sdk.NotFoundError)
  })

  test('ends with its signal or its time, and the others go on', async () => {
    const account = await service.account('scale')
    const [id] = await queuedVideos(service, account, 1)
    const client = sdkFor(service, account)
    const other = client.videos.wait(id!)
    await expect(client.videos.wait(id!, { timeoutMs: 50 })).rejects.toBeInstanceOf(sdk.TimeoutError)
    const left = new AbortController()
    const leaving = client.videos.wait(id!, { signal: left.signal })
    left.abort(new Error('never mind'))
    await expect(leaving).rejects.toThrow('never mind')
    studio.release()
    expect((await other).status).toBe('ready')
  })

  test('of a key that is refused says so', async () => {
    const client = sdkFor(service, { key: 'pv_live_wrong' })
    await expect(client.videos.wait('vid_1')).rejects.toBeInstanceOf(sdk.InvalidApiKeyError)
  })
})

/** As a proxy that gives up connections: one piece comes through each time. */
const cutAfterEachEvent: Fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (!addressOf(input).endsWith('/events') || response.body === null) return response
  const reader = response.body.getReader()
  let pieces = 0
  const cut = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) return controller.close()
      controller.enqueue(value)
      pieces += 1
      // The first says when to come again.
      if (pieces > 1) {
        controller.close()
        await reader.cancel()
      }
    },
  })
  return new Response(cut, { status: response.status, headers: response.headers })
}
