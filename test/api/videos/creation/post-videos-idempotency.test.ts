import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect } from 'vitest'

import { createTestClient } from '../../../support/service/client.ts'
import { expectProblem } from '../../../support/http/expect-problem.ts'
import { quickStudio } from '../../../support/service/quick-studio.ts'
import { test, useStudio } from '../../../support/service/default-service.ts'
import type { TestService } from '../../../support/service/service.ts'

let service: TestService
let account: Awaited<ReturnType<TestService['account']>>

const quick = quickStudio()
const studio = quickStudio({
  speaker: {
    async speakPart(request) {
      if (request.script.startsWith('Fail')) throw speechImpossible()
      return quick.speaker.speakPart(request)
    },
  },
})

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  useStudio(studio)
  account = await service.account('scale')
})
afterAll(() => useStudio(null))

const keyed = (key: string) => ({ 'Idempotency-Key': key })

describe('202', () => {
  test.each<[string, (key: string) => [object, Record<string, string>]]>([
    ['the header', (key) => [{}, keyed(key)]],
    ['the body', (key) => [{ idempotency_key: key }, {}]],
    ['the header in quotes', (key) => [{}, keyed(`"${key}"`)]],
    ['header and body alike', (key) => [{ idempotency_key: key }, keyed(`"${key}"`)]],
  ])('a key in %s means the same video', async (_, send) => {
    const key = randomUUID()
    const first = await account.createVideo({}, keyed(key))
    const second = await account.createVideo(...send(key))
    expect(first.headers.get('Idempotency-Replayed')).toBeNull()
    expect(second.headers.get('Idempotency-Replayed')).toBe('true')
    expect(second.status).toBe(202)
    expect(second.body.id).toBe(first.body.id)
    expect(second.headers.get('Location')).toBe(first.headers.get('Location'))
  })

  test.each([
    ['one character', 'k'],
    ['255 characters', 'k'.repeat(255)],
    ['every visible sign', String.raw`!"#$%&'()*+,-./0:;<=>?@A[\]^_a{|}~`],
  ])('a key of %s is taken', async (_, key) => {
    const [first, second] = [
      await account.createVideo({}, keyed(key)),
      await account.createVideo({}, keyed(key)),
    ]
    expect([first.status, second.status]).toEqual([202, 202])
    expect(second.body.id).toBe(first.body.id)
  })

  test('the members’ order and way of writing make no other request', async () => {
    const key = randomUUID()
    const first = await account.createVideo({ title: 'T', metadata: { b: '2', a: '1' } }, keyed(key))
    const body = String.raw`{"metadata":{"a":"1","b":"2"},"title":"\u0054","presenter_id":"maya","script":"Hello there."}`
    const second = await account.request('POST', '/videos', { body, headers: keyed(key) })
    expect(second.body.id).toBe(first.body.id)
  })

  test('null for an optional member means that it is absent', async () => {
    const account = await service.account()
    const headers = { 'Idempotency-Key': 'nulls' }
    const first = await account.createVideo({}, headers)
    const nothing = {
      twin_id: null,
      voice_id: null,
      title: null,
      webhook_url: null,
      metadata: null,
      queue: null,
    }
    const options = {
      resolution: null,
      aspect_ratio: null,
      background: null,
      captions: null,
      name_card: null,
      brand_colour: null,
      gestures: 'calm',
      camera: 'directed',
      background_blur: 'none',
    }
    const again = await account.createVideo({ ...nothing, idempotency_key: null, options }, headers)
    expect(again.body.id).toBe(first.body.id)
    const other = await account.createVideo({ options: null, title: null })
    expect(other.body).toMatchObject({ options: first.body.options, title: null })
  })

  test('a repeat is answered with the video as it is now', async () => {
    const key = randomUUID()
    const { body } = await account.createVideo({}, keyed(key))
    await account.untilStatus(body.id, 'ready')
    const repeat = await account.createVideo({}, keyed(key))
    expect(repeat.body).toMatchObject({ id: body.id, status: 'ready', progress: 100 })
    expect(repeat.body.video_url).toContain(body.id)
  })

  test('a repeat of a failed video is answered with the failed one', async () => {
    const key = randomUUID()
    const { body } = await account.createVideo({ script: 'Fail.' }, keyed(key))
    await account.untilStatus(body.id, 'failed')
    const repeat = await account.createVideo({ script: 'Fail.' }, keyed(key))
    expect(repeat.status).toBe(202)
    expect(repeat.body).toMatchObject({ id: body.id, status: 'failed', error: { code: 'render_failed' } })
  })

  test('50 requests at once with one key make one video and one reservation', async () => {
    const key = randomUUID()
    const requests = Array.from({ length: 50 }, () => account.createVideo({}, keyed(key)))
    const answers = await Promise.all(requests)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(answers.filter(({ headers }) => !headers.has('Idempotency-Replayed'))).toHaveLength(1)
    const id = answers[0]?.body.id
    expect(await count('videos', 'idempotency_key = $1', key)).toBe(1)
    expect(await count('ledger', `kind = 'reserve' and video_id = $1`, id)).toBe(1)
    expect(await count('video_requests', 'idempotency_key = $1', key)).toBe(0)
  })

  test('a key outlives the API key it was sent with', async () => {
    const key = randomUUID()
    const first = await account.createVideo({}, keyed(key))
    const rotated = await service.app.createApiKey({ accountId: account.accountId, name: 'rotated' })
    const second = await createTestClient(service.url, rotated.key).createVideo({}, keyed(key))
    expect(second.body.id).toBe(first.body.id)
  })

  test('another account may use the same key for its own video', async () => {
    const key = randomUUID()
    const other = await service.account()
    const [mine, theirs] = [
      await account.createVideo({}, keyed(key)),
      await other.createVideo({}, keyed(key)),
    ]
    expect(theirs.status).toBe(202)
    expect(theirs.body.id).not.toBe(mine.body.id)
    expect(theirs.headers.get('Idempotency-Replayed')).toBeNull()
  })

  test('without a key every request is a video of its own', async () => {
    const [one, other] = await Promise.all([account.createVideo(), account.createVideo()])
    expect(one.body.id).not.toBe(other.body.id)
  })

  test('a refused creation leaves its key free', async () => {
    const poor = await service.account('free')
    const request = [{ script: 'seventeen '.repeat(299) }, keyed(randomUUID())] as const
    expectProblem(await poor.createVideo(...request), 'allowance_exceeded')
    expectProblem(await poor.createVideo(...request), 'allowance_exceeded')

    await service.app.changePlan({ accountId: poor.accountId, planId: 'starter' })

    const accepted = await poor.createVideo(...request)
    expect(accepted.status).toBe(202)
    expect(accepted.headers.get('Idempotency-Replayed')).toBeNull()
    expect((await poor.createVideo(...request)).body.id).toBe(accepted.body.id)
  })

  test('a repeat needs no Temporal: its memory ends, the key’s does not', async () => {
    const key = randomUUID()
    const { body } = await account.createVideo({}, keyed(key))
    await account.untilStatus(body.id, 'ready')
    await service.stopWorker()
    try {
      const repeat = await account.createVideo({}, keyed(key))
      expect(repeat.body).toMatchObject({ id: body.id, status: 'ready' })
    } finally {
      await service.startWorker()
    }
  })
})

describe('400 invalid_request', () => {
  test.each([
    ['script', { script: 'Something else.' }],
    ['presenter', { presenter_id: 'omar' }],
    ['title', { title: 'Other' }],
    ['metadata', { metadata: {} }],
    ['webhook_url', { webhook_url: 'http://127.0.0.1:9/hook' }],
  ])('a key cannot be used again with another %s', async (_, change) => {
    const key = randomUUID()
    await account.createVideo({}, keyed(key))
    expectProblem(await account.createVideo(change, keyed(key)), 'invalid_request', {
      idempotency_key: 'reused',
    })
  })

  test('of two different requests at once with one key, one wins and the other is told', async () => {
    const key = randomUUID()
    const scripts = Array.from({ length: 12 }, (_, index) => `Script number ${index % 2}.`)
    const answers = await Promise.all(scripts.map((script) => account.createVideo({ script }, keyed(key))))
    const accepted = answers.filter(({ status }) => status === 202)
    expect(new Set(accepted.map(({ body }) => body.id)).size).toBe(1)
    expect(accepted).toHaveLength(6)
    for (const answer of answers.filter(({ status }) => status !== 202)) {
      expectProblem(answer, 'invalid_request', { idempotency_key: 'reused' })
    }
  })

  test('header and body that differ are both named', async () => {
    const answer = await account.createVideo({ idempotency_key: 'a' }, keyed('b'))
    expectProblem(answer, 'invalid_request', {
      idempotency_key: 'conflict',
      'Idempotency-Key': 'conflict',
    })
  })

  test.each([
    ['blanks alone', '  '],
    ['an empty text in quotes', '""'],
    ['a blank inside', 'a b'],
    ['a blank inside quotes', '"a b"'],
    ['256 characters', 'k'.repeat(256)],
    ['a letter that is not ASCII', 'clé'],
    ['a tab inside', 'a\tb'],
  ])('a header with %s is no key', async (_, key) => {
    expectProblem(await account.createVideo({}, keyed(key)), 'invalid_request', {
      'Idempotency-Key': 'invalid',
    })
  })

  test.each([
    ['an empty text', ''],
    ['a blank', 'a b'],
    ['256 characters', 'k'.repeat(256)],
    ['a letter that is not ASCII', 'clé'],
    ['NUL', 'a\u0000'],
    ['a line break at its end', 'key\n'],
  ])('a member with %s is no key', async (_, key) => {
    expectProblem(await account.createVideo({ idempotency_key: key }), 'invalid_request', {
      idempotency_key: 'invalid',
    })
  })
})

describe('404 not_found', () => {
  test('the key of a deleted video stays used up', async () => {
    const key = randomUUID()
    const { body } = await account.createVideo({}, keyed(key))
    await account.request('DELETE', `/videos/${body.id}`)
    expectProblem(await account.createVideo({}, keyed(key)), 'not_found')
  })
})

async function count(table: string, condition: string, value: unknown): Promise<number> {
  const rows = await service.query<{ count: number }>(
    `select count(*)::int as count from ${table} where ${condition}`,
    [value],
  )
  return rows[0]?.count ?? 0
}

function speechImpossible(): Error {
  return Object.assign(new Error('There is nothing to say.'), { name: 'SpeechImpossible' })
}
