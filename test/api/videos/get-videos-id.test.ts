import { afterAll, describe, expect } from 'vitest'

import { expectProblem } from '../../support/http/expect-problem.ts'
import { heldStudio } from '../../support/service/held-studio.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { test, useStudio } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'

const studio = heldStudio()
let service: TestService
let account: Awaited<ReturnType<TestService['account']>>

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  useStudio(studio)
  account = await service.account()
})
afterAll(async () => {
  studio.release()
  useStudio(null)
})

const get = (id: string) => account.request('GET', `/videos/${id}`)

describe('200', () => {
  test('a ready video has its links, its length and no error', async () => {
    studio.release()
    const { body } = await account.createVideo({
      script: 'One two three.',
      title: 'Three',
      presenter_id: 'omar',
    })
    await account.untilStatus(body.id, 'ready')
    const ready = await get(body.id)
    expect(ready.status).toBe(200)
    expect(ready.body).toEqual({
      ...body,
      status: 'ready',
      progress: 100,
      presenter: 'Omar Idris',
      duration_seconds: 1.5,
      thumbnail_url: expect.stringContaining(`${service.url}/media/videos/${body.id}/poster?`),
      video_url: expect.stringContaining(`${service.url}/media/videos/${body.id}/video?`),
      video_url_expires_at: expect.stringMatching(/Z$/u),
      captions: {
        srt_url: expect.stringContaining('/captions.srt?'),
        vtt_url: expect.stringContaining('/captions.vtt?'),
      },
      provenance_url: expect.stringContaining('/provenance.json?'),
      completed_at: expect.stringMatching(/Z$/u),
    })
    expect(Date.parse(ready.body.completed_at)).toBeGreaterThan(Date.parse(body.created_at))
  })

  test('progress never goes down, and is 100 exactly when the video is ready', async () => {
    studio.hold()
    const { body } = await account.createVideo({ script: 'word '.repeat(100) })
    const seen: { status: string; progress: number }[] = []
    const look = async () => {
      const { status, progress } = (await get(body.id)).body
      seen.push({ status, progress })
      return status
    }
    await look()
    studio.release()
    await expect.poll(look, { interval: 10, ...PATIENTLY }).toBe('ready')

    const progress = seen.map((one) => one.progress)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    for (const one of seen) expect(one.progress === 100).toBe(one.status === 'ready')
    expect(progress.every((percent) => Number.isInteger(percent))).toBe(true)
  })
})

describe('304', () => {
  const getUnless = (id: string, tags: string, method = 'GET') =>
    account.requestOnce(method, `/videos/${id}`, { headers: { 'If-None-Match': tags } })

  test('a client that has a ready video as it is gets it without a body, by any list that names its tag', async () => {
    studio.release()
    const { body } = await account.createVideo()
    await account.untilStatus(body.id, 'ready')
    // Its links change once in five minutes, and that may be now.
    const statuses = async () => {
      const tag = (await get(body.id)).headers.get('ETag') ?? ''
      const strong = tag.replace('W/', '')
      const lists = [tag, strong, `"other", ${tag}`, '*', `"other"`, strong.slice(0, -2)]
      const answers = await Promise.all(lists.map((list) => getUnless(body.id, list)))
      for (const { status, headers } of answers) {
        expect(headers.get('ETag')).toBe(tag)
        expect(headers.get('RateLimit')).toMatch(/requests/u)
        expect(status === 304).toBe(headers.get('Content-Type') === null)
      }
      return [...answers.map(({ status }) => status), (await getUnless(body.id, tag, 'HEAD')).status]
    }
    await expect.poll(statuses, PATIENTLY).toEqual([304, 304, 304, 304, 200, 200, 304])
  })

  test('whatever changes in a video, its tag does', async () => {
    studio.hold()
    const { body } = await account.createVideo()
    const tags = new Set<string | null>()
    const look = async () => tags.add((await get(body.id)).headers.get('ETag'))
    await look()
    await account.request('PATCH', `/videos/${body.id}`, { body: { title: 'Other' } })
    await look()
    studio.release()
    await account.untilStatus(body.id, 'ready')
    await look()
    await account.request('PATCH', `/videos/${body.id}`, { body: { metadata: { order: '1' } } })
    await look()
    expect(tags).not.toContain(null)
    expect(tags.size).toBe(4)
  })

  test('while nothing changes, the answer still says when to ask again', async () => {
    studio.hold()
    const { body } = await account.createVideo()
    const notModified = async () => {
      const { headers } = await get(body.id)
      return getUnless(body.id, headers.get('ETag') ?? '')
    }
    await expect.poll(async () => (await notModified()).status, PATIENTLY).toBe(304)
    expect(Number((await notModified()).headers.get('Retry-After'))).toBeGreaterThanOrEqual(1)
    studio.release()
  })

  test('a video that is gone is not there, whatever the client has of it', async () => {
    studio.release()
    const { body } = await account.createVideo()
    const tag = (await get(body.id)).headers.get('ETag') ?? ''
    await account.request('DELETE', `/videos/${body.id}`)
    expectProblem(await getUnless(body.id, `${tag}, *`), 'not_found')
    expectProblem(await getUnless(body.id, '*'), 'not_found')
  })
})

describe('404 not_found', () => {
  test.each(['vid_01h455vb4pex5vsknk084sn02q', 'vid', '0', 'maya'])('there is no video %s', async (id) => {
    const answer = await get(id)
    expectProblem(answer, 'not_found')
    const named = id.startsWith('vid_') ? `There is no video "${id}".` : 'No such resource exists.'
    expect(answer.body.error.message).toBe(`${named} It may have been deleted.`)
  })
})
