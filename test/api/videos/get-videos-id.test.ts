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

describe('404 not_found', () => {
  test.each(['vid_01h455vb4pex5vsknk084sn02q', 'vid', '0', 'maya'])('there is no video %s', async (id) => {
    const answer = await get(id)
    expectProblem(answer, 'not_found')
    const named = id.startsWith('vid_') ? `There is no video "${id}".` : 'No such resource exists.'
    expect(answer.body.error.message).toBe(`${named} It may have been deleted.`)
  })
})
