import { gzipSync } from 'node:zlib'

import { describe, expect } from 'vitest'

import { expectProblem } from '../../../support/http/expect-problem.ts'
import { GZIPPED, postBytes } from '../../../support/http/post-bytes.ts'
import { untilServed } from '../../../support/service/client.ts'
import { test } from '../../../support/service/default-service.ts'
import type { TestService } from '../../../support/service/service.ts'

let service: TestService
let account: Awaited<ReturnType<TestService['account']>>

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  account = await service.account('scale')
})

const post = (body: unknown, headers?: Record<string, string>) =>
  account.request('POST', '/videos', { body, ...(headers && { headers }) })

const GOOD = { script: 'Hello there.', presenter_id: 'maya' }

describe('202', () => {
  test('the answer is the whole video, rendering, with every member there', async () => {
    const { status, body, headers } = await post(GOOD)
    expect(status).toBe(202)
    expect(body).toEqual({
      id: expect.stringMatching(/^vid_[0-9a-z]{26}$/u),
      status: 'rendering',
      progress: expect.any(Number),
      presenter: 'Maya Lindqvist',
      duration_seconds: null,
      thumbnail_url: null,
      video_url: null,
      error: null,
      title: null,
      presenter_id: 'maya',
      twin_id: null,
      voice_id: null,
      batch_id: null,
      script_characters: 12,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u),
      completed_at: null,
      video_url_expires_at: null,
      captions: null,
      provenance_url: null,
      metadata: null,
      options: {
        resolution: '720p',
        aspect_ratio: '16:9',
        background: null,
        captions: 'none',
        name_card: true,
        brand_colour: null,
        gestures: 'calm',
        camera: 'directed',
        background_blur: 'none',
      },
      test: false,
      expires_at: null,
    })
    expect(headers.get('Location')).toBe(`${service.url}/api/v1/videos/${body.id}`)
    expect(headers.get('Idempotency-Replayed')).toBeNull()
    expect(headers.get('Cache-Control')).toBe('no-store')
  })

  test('title and metadata come back as they were sent', async () => {
    const told = { title: 'Héllo\t“world” 🎬', metadata: { order: '17', 'Ünï 🙂': '', zzz: 'x'.repeat(500) } }
    const { body } = await post({ ...GOOD, ...told })
    expect(body).toMatchObject(told)
    expect((await account.request('GET', `/videos/${body.id}`)).body).toMatchObject(told)
  })

  test('a script becomes a ready video that is charged its length rounded up', async () => {
    const starter = await service.account('starter')
    const created = await starter.createVideo({ script: 'One two three four five.' })

    const ready = await starter.untilStatus(created.body.id, 'ready')

    expect(ready).toMatchObject({ progress: 100, duration_seconds: 2.5 })
    const me = await starter.request('GET', '/me')
    expect(me.body).toMatchObject({
      remaining_video_seconds: 3600 - 3,
      reserved_video_seconds: 0,
      used_video_seconds: 3,
    })
  })

  test.each([
    ['digits alone', '2026'],
    ['line breaks of every system and tabs', 'One.\nTwo.\r\nThree.\tFour.'],
    ['white space around it', '  Hello.  '],
    ['3,000 code points that are 5,999 UTF-16 units', `a${'😀'.repeat(2999)}`],
  ])('a script of %s is accepted', async (_, script) => {
    const { status, body } = await post({ ...GOOD, script })
    expect(status).toBe(202)
    expect(body.script_characters).toBe([...script].length)
  })

  test('a packed body is accepted', async () => {
    const packed = gzipSync(JSON.stringify(GOOD))
    const { status } = await untilServed(() => postBytes(service.url, account.key, packed, GZIPPED))
    expect(status).toBe(202)
  })

  test('JSON with a charset and a body escaped throughout are accepted', async () => {
    const escaped = JSON.stringify(GOOD).replaceAll('e', String.raw`\u0065`)
    expect((await post(escaped, { 'Content-Type': 'application/json; charset=utf-8' })).status).toBe(202)
  })
})

describe('404 not_found', () => {
  test.each([
    ['presenter', { script: 'Hello.', presenter_id: 'nobody' }, 'presenter_id'],
    [
      'presenter of a name that every object has',
      { script: 'Hello.', presenter_id: 'constructor' },
      'presenter_id',
    ],
    ['twin', { script: 'Hello.', twin_id: 'twn_1' }, 'twin_id'],
    ['voice', { ...GOOD, voice_id: 'voi_1' }, 'voice_id'],
  ])('an unknown %s is not found, and its field is named', async (_, body, field) => {
    expectProblem(await post(body), 'not_found', { [field]: 'invalid' })
  })
})
