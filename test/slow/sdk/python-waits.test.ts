import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { createTestClient } from '../../support/service/client.ts'
import { startHeldService } from '../../support/service/held-service.ts'
import type { HeldService } from '../../support/service/held-service.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { HALVES, hasNoPython, installSdk } from '../../support/sdk/python-programs.ts'
import type { InstalledSdk } from '../../support/sdk/python-programs.ts'
import { answers, brokenAfterMs, buffered, startWay } from '../../support/sdk/way.ts'
import type { Met, Way } from '../../support/sdk/way.ts'

/** Ten times what a key may have waiting. */
const WAITS = 200
/** More than one page of ids. */
const VIDEOS = 60
const CREATED_BY_A_KEY = 40
const SCRIPT = { presenter_id: 'maya', script: 'Hello there.', queue: true }

const openings = ({ sent }: Way) => sent.filter(({ path }) => path === '/events').length
const looks = ({ sent }: Way) => sent.filter(({ path }) => path.startsWith('/videos?')).length

/** What a stream meets, and how it is known that it has. */
const STREAMS: readonly (readonly [string, Met | null, (way: Way) => boolean])[] = [
  ['one stream', null, (way) => openings(way) === 1 && looks(way) >= 2],
  ['a stream that is cut every five seconds', brokenAfterMs(5_000), (way) => openings(way) >= 2],
  ['a proxy that holds the stream back', buffered, (way) => looks(way) >= 2],
]
const CASES = HALVES.flatMap((half) => STREAMS.map(([name, met, hasMet]) => ({ half, name, met, hasMet })))

let held: HeldService
let sdk: InstalledSdk
beforeAll(async () => {
  if (hasNoPython) return
  // Creating is not what is looked at.
  const config = { rateLimits: { requests: 60, creates: 10_000 } }
  ;[held, sdk] = await Promise.all([startHeldService({ config }), installSdk()])
})
afterAll(async () => {
  if (hasNoPython) return
  await held.stop()
  await sdk.remove()
})

async function newKey(accountId: string, name: string): Promise<string> {
  return (await held.service.app.createApiKey({ accountId, name })).key
}

describe.skipIf(hasNoPython)('200 waits of one key, at the usual limits', () => {
  let ways: Way[]
  let printed: Promise<unknown>[]

  // All at the same time: each has to wait for what it is about.
  beforeAll(async () => {
    held.studio.hold()
    const { accountId } = await held.service.account('scale')
    const ids = await videosOf(accountId)
    ways = await Promise.all(CASES.map(() => startWay(held.service.url)))
    printed = CASES.map(async ({ half, met }, index) => {
      const way = ways[index]!
      if (met) way.always(/^\/events/u, met)
      const key = await newKey(accountId, `waits ${index}`)
      return sdk.run({ half, url: way.url, key }, 'waits', ids, WAITS)
    })
    await Promise.all(CASES.map(({ hasMet }, index) => vi.waitUntil(() => hasMet(ways[index]!), PATIENTLY)))
    held.studio.release()
  }, 120_000)
  afterAll(async () => {
    for (const way of ways) await way.stop()
  })

  /** By other keys of the account: what one key may send in a minute is left to its waits. */
  async function videosOf(accountId: string): Promise<string[]> {
    const ids: string[] = []
    for (let from = 0; from < VIDEOS; from += CREATED_BY_A_KEY) {
      const creator = createTestClient(held.service.url, await newKey(accountId, `creates from ${from}`))
      const number = Math.min(CREATED_BY_A_KEY, VIDEOS - from)
      const made = await Promise.all(Array.from({ length: number }, () => creator.createVideo(SCRIPT)))
      ids.push(...made.map(({ body }) => String(body.id)))
    }
    return ids
  }

  test.each(CASES.map((one, index) => [one.half, one.name, index] as const))(
    'return with %s over %s, and none is refused',
    async (_, name, index) => {
      expect(await printed[index]).toEqual([['ready'], WAITS])
      expect(ways[index]!.statuses).not.toContain(429)
      if (name === 'one stream') expect(openings(ways[index]!)).toBe(1)
      expect(ways[index]!.sent.length).toBeLessThan(60)
    },
    120_000,
  )
})

describe.skipIf(hasNoPython)('a wait', () => {
  beforeEach(() => held.studio.hold())

  /** A video that is being made, and the way to it. */
  async function video(half: (typeof HALVES)[number]) {
    const account = await held.service.account('scale')
    const way = await startWay(held.service.url)
    const { body } = await account.createVideo(SCRIPT)
    return { account, way, id: String(body.id), run: { half, url: way.url, key: account.key } }
  }

  describe.each(HALVES)('with %s', (half) => {
    test('ends when its video is deleted', async () => {
      const { account, way, id, run } = await video(half)
      const printed = sdk.run(run, 'wait', id, 60)
      await expect.poll(() => looks(way), PATIENTLY).toBe(1)
      await account.request('DELETE', `/videos/${id}`)
      expect(await printed).toMatchObject({ error: 'NotFoundError' })
      await way.stop()
    })

    test('is a request that waits, where there is no stream', async () => {
      const { way, id, run } = await video(half)
      way.always(/^\/events/u, answers(404))
      const printed = sdk.run(run, 'waits', [id], 3)
      await expect.poll(() => way.sent.at(-1)?.path, PATIENTLY).toBe(`/videos/${id}?wait=30`)
      held.studio.release()
      expect(await printed).toEqual([['ready'], 3])
      expect(way.sent.map(({ path }) => path)).toEqual(['/events', `/videos/${id}?wait=30`])
      await way.stop()
    })

    test('ends when its time is over, and when the client is closed', async () => {
      const { way, id, run } = await video(half)
      const late = { error: 'TimeoutError', message: expect.stringContaining('continues all the same') }
      expect(await sdk.run(run, 'wait', id, 0.3)).toMatchObject(late)
      expect(await sdk.run(run, 'close', id)).toEqual(['The client was closed.', 'closed'])
      await way.stop()
    })
  })

  test('that is cancelled ends, and others go on', async () => {
    const { way, id, run } = await video('tasks')
    const printed = sdk.run(run, 'cancel', id)
    await expect.poll(() => looks(way), PATIENTLY).toBe(1)
    held.studio.release()
    expect(await printed).toEqual(['cancelled', 'ready'])
    await way.stop()
  })
})
