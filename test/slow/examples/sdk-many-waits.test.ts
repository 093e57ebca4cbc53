import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startEventProxy } from '../../support/http/event-proxy.ts'
import { countedFetch } from '../../support/sdk/counted-fetch.ts'
import { queuedVideos } from '../../support/sdk/queued-videos.ts'
import { sdkFor } from '../../support/sdk/sdk-client.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'

/** Ten times what a key may have waiting. */
const WAITS = 200
/** More than one page of ids, made within half a minute: each is waited for several times. */
const VIDEOS = 60

let service: TestService
beforeAll(async () => {
  // Requests as usual. Creating is not what is looked at.
  service = await startTestService({ config: { rateLimits: { requests: 60, creates: 10_000 } } })
})
afterAll(() => service.stop())

/** Waits for test videos, which the service makes one after the other meanwhile. */
async function waitForAll(url: string) {
  const account = await service.testData((await service.account('scale')).accountId)
  const ids = await queuedVideos(service, account, VIDEOS)
  const way = countedFetch()
  const client = sdkFor({ url }, account, { fetch: way.fetch })
  const videos = await Promise.all(
    Array.from({ length: WAITS }, (_, n) => client.videos.wait(ids[n % ids.length]!)),
  )
  return { ...way, videos }
}

describe.concurrent('200 waits at once on one key', () => {
  test('return over one stream', async () => {
    const { paths, tooMuch, videos } = await waitForAll(service.url)
    expect(videos.filter(({ status }) => status === 'ready')).toHaveLength(WAITS)
    expect(tooMuch()).toBe(0)
    expect(paths.filter((path) => path === '/events')).toHaveLength(1)
  })

  test('return over a stream that is cut, up to three times', async () => {
    const proxy = await startEventProxy(service.url, { cutAfterBytes: 1_000, times: 3 })
    const { paths, tooMuch, videos } = await waitForAll(proxy.url)
    await proxy.stop()
    expect(videos.filter(({ status }) => status === 'ready')).toHaveLength(WAITS)
    expect(tooMuch()).toBe(0)
    expect(proxy.streams()).toBeGreaterThan(1)
    expect(paths.filter((path) => path === '/events')).toHaveLength(proxy.streams())
  })

  test('return behind a proxy that holds the stream back', async () => {
    const proxy = await startEventProxy(service.url, 'held back')
    const { paths, tooMuch, videos } = await waitForAll(proxy.url)
    await proxy.stop()
    expect(videos.filter(({ status }) => status === 'ready')).toHaveLength(WAITS)
    expect(tooMuch()).toBe(0)
    expect(paths.filter((path) => path === '/events')).toHaveLength(2)
    // The others are looked up together, and only the last ones are asked for by themselves.
    expect(paths.length).toBeLessThan(WAITS / 4)
  })
})
