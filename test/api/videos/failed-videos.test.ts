import { afterAll, describe, expect } from 'vitest'

import type { DrawnSegment } from '../../../src/domain/video/drawing-job.ts'
import { quickStudio } from '../../support/service/quick-studio.ts'
import { test, useStudio } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'

type TestAccount = Awaited<ReturnType<TestService['account']>>

const calls = new Map<string, number>()
const quick = quickStudio()
const studio = quickStudio({
  speaker: {
    async speakPart(request) {
      calls.set(request.script, (calls.get(request.script) ?? 0) + 1)
      if (request.script === 'Impossible.') throw named('SpeechImpossible', 'There is nothing to say.')
      if (request.script === 'Crash.') throw new Error('The engine crashed\u0000.')
      if (request.script === 'Crash once.' && calls.get(request.script) === 1) throw new Error('Once.')
      return quick.speaker.speakPart(request)
    },
  },
  renderer: {
    // Omar cannot be drawn.
    drawSegment: async (job): Promise<DrawnSegment> => {
      if ('presenterId' in job && job.presenterId === 'omar')
        throw named('RenderImpossible', 'He will not sit still.')
      return quick.renderer.drawSegment(job)
    },
  },
})

let service: TestService
let account: TestAccount

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  useStudio(studio)
  account = await service.account('starter')
})
afterAll(() => useStudio(null))

async function fails(body: object, owner = account) {
  const { body: created } = await owner.createVideo(body)
  return owner.untilStatus(created.id, 'failed')
}

describe('a video that cannot be made', () => {
  test('is failed, with the whole error object and where it went wrong', async () => {
    const created = await account.createVideo({ presenter_id: 'omar' })
    const video = await account.untilStatus(created.body.id, 'failed')
    expect(video).toMatchObject({
      status: 'failed',
      duration_seconds: null,
      thumbnail_url: null,
      video_url: null,
      video_url_expires_at: null,
      captions: null,
      completed_at: expect.stringMatching(/Z$/u),
    })
    expect(video.progress).toBeLessThan(100)
    expect(video.error).toEqual({
      code: 'render_failed',
      message: expect.any(String),
      user_message: expect.stringMatching(/^[A-Z].+\.$/u),
      action: 'retry_once',
      retryable: true,
      doc_url: expect.stringContaining('render_failed'),
      request_id: created.headers.get('X-Request-Id'),
      details: { stage: 'draw', reason: 'The video could not be drawn.' },
    })
  })

  test('is to be changed and not repeated when its own request was the cause', async () => {
    const { error } = await fails({ script: 'Impossible.' })
    expect(error).toMatchObject({
      code: 'render_failed',
      message: expect.stringMatching(/^There is nothing to say\. .+ Change the request\./u),
      action: 'fix_request',
      retryable: false,
      details: { stage: 'speak', reason: 'There is nothing to say.' },
    })
    expect(error.user_message).not.toMatch(/once more/u)
  })

  test('names the request that created it, whatever asks for it later', async () => {
    const key = { 'Idempotency-Key': 'named' }
    const first = await account.createVideo({ script: 'Impossible.' }, key)
    await account.untilStatus(first.body.id, 'failed')
    const replay = await account.createVideo({ script: 'Impossible.' }, key)
    expect(replay.body.error.request_id).toBe(first.headers.get('X-Request-Id'))
  })

  test('gives all its seconds back and is told once', async () => {
    const owner = await service.account('starter')
    const { id } = await fails({ script: 'Impossible.' }, owner)
    const me = await owner.request('GET', '/me')
    expect(me.body).toMatchObject({
      remaining_video_seconds: 3600,
      reserved_video_seconds: 0,
      used_video_seconds: 0,
    })
    const events = await service.query('select type from webhook_events where video_id = $1', [id])
    expect(events).toEqual([{ type: 'video.failed' }])
  })

  test('is not tried again when the script itself is at fault', async () => {
    await fails({ script: 'Impossible.', title: 'again' })
    const before = calls.get('Impossible.')!
    await fails({ script: 'Impossible.' })
    expect(calls.get('Impossible.')).toBe(before + 1)
  })

  test('is tried three times when it may be bad luck, and ends whatever the reason holds', async () => {
    const video = await fails({ script: 'Crash.' })
    expect(calls.get('Crash.')).toBe(3)
    expect(video.error.details).toMatchObject({ stage: 'speak' })
    // What crashed where is for operators: the run's own failure says it.
    expect(video.error.details.reason).toBe('The script could not be spoken.')
  })

  test('frees its place among the videos that render at once', async () => {
    const owner = await service.account('free')
    await fails({ script: 'Impossible.' }, owner)
    expect((await owner.createVideo()).status).toBe(202)
  })

  test('can be deleted like any other', async () => {
    const { id } = await fails({ script: 'Impossible.' })
    expect((await account.request('DELETE', `/videos/${id}`)).status).toBe(200)
    expect((await account.request('GET', `/videos/${id}`)).status).toBe(404)
  })
})

test('a stroke of bad luck costs the client nothing but time', async () => {
  const { body } = await account.createVideo({ script: 'Crash once.' })
  expect(await account.untilStatus(body.id, 'ready')).toMatchObject({ error: null, duration_seconds: 1 })
})

function named(name: string, message: string): Error {
  return Object.assign(new Error(message), { name })
}
