import { createHmac } from 'node:crypto'
import { afterAll, describe, expect } from 'vitest'

import { addTwin } from '../../support/service/cast.ts'
import type { TestClient } from '../../support/service/client.ts'
import { createTestClient } from '../../support/service/client.ts'
import { expectProblem } from '../../support/http/expect-problem.ts'
import { heldStudio } from '../../support/service/held-studio.ts'
import { test, useStudio } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'
import { startWebhookReceiver } from '../../support/webhook/webhook-receiver.ts'
import type { WebhookReceiver } from '../../support/webhook/webhook-receiver.ts'
import { eachWithinOneDay } from '../../support/run/within-one-day.ts'

/**
 * One small client for each rule of the specification's sections 2 to 9, numbered like them, to be
 * ticked off one by one. The other files of this folder look at each endpoint from every side.
 */

type Account = TestClient & { accountId: string; webhookSecret: string }

const studio = heldStudio()
let service: TestService
let receiver: WebhookReceiver
let account: Account
// oxlint-disable-next-line typescript/no-explicit-any -- members of the wire are looked at as they come
let ready: any

test.beforeAll(async ({ defaultService }) => {
  studio.release()
  service = defaultService
  useStudio(studio)
  receiver = await startWebhookReceiver()
  account = await service.account('growth')
  const created = await account.createVideo({ title: 'Ready', webhook_url: receiver.url })
  ready = await account.untilStatus(created.body.id, 'ready')
})
afterAll(async () => {
  studio.release()
  useStudio(null)
  await receiver.stop()
})

describe('2. Resources and their fields', () => {
  test('Video: the nine fields, with their types', () => {
    expect(ready).toMatchObject({
      id: expect.any(String),
      status: 'ready',
      progress: 100,
      presenter: 'Maya Lindqvist',
      duration_seconds: expect.any(Number),
      thumbnail_url: expect.any(String),
      video_url: expect.any(String),
      error: null,
    })
    expect(Number.isInteger(ready.progress)).toBe(true)
  })

  test('Presenter: id, name, gender, language, thumbnail_url, preview_video_url', async () => {
    const { body } = await account.request('GET', '/presenters')
    for (const presenter of body.data) {
      const names = 'id name gender language thumbnail_url preview_video_url'
      expect(Object.keys(presenter).join(' ')).toBe(names)
    }
  })

  test('Twin: its fields, and voice_name for the saved voice', async () => {
    const owner = await service.account('starter')
    const twin = await addTwin(service, owner)
    const { body } = await owner.request('GET', '/twins')
    expect(body.data).toMatchObject([
      { id: twin.id, name: 'Twin', status: 'ready', usable_in_videos: true, voice_name: expect.any(String) },
    ])
    expect(body.data[0]).toHaveProperty('thumbnail_url')
    expect(body.data[0]).toHaveProperty('preview_video_url')
  })

  test('Voice: the starred ones can be passed as voice_id', async () => {
    const { body } = await account.request('GET', '/voices')
    const created = await account.createVideo({ voice_id: body.data[0].id })
    expect(created.status).toBe(202)
  })
})

describe('3. States and transitions', () => {
  test('(none) → rendering: 202, and the answer says rendering', async () => {
    const { status, body } = await account.createVideo()
    expect(status).toBe(202)
    expect(body.status).toBe('rendering')
  })

  test('rendering → ready: the event is sent, video_url is there, progress is 100', async () => {
    expect((await receiver.about(ready.id)).body.event).toBe('video.ready')
    expect(ready.video_url).toMatch(/^http/u)
  })

  test('any → deleted: later lookups give not_found', async () => {
    const { body } = await account.createVideo()
    expect((await account.request('DELETE', `/videos/${body.id}`)).status).toBe(200)
    expectProblem(await account.request('GET', `/videos/${body.id}`), 'not_found')
  })

  test('a twin that is building cannot be used', async () => {
    const owner = await service.account('starter')
    const twin = await addTwin(service, owner, { status: 'building' })
    const answer = await owner.request('POST', '/videos', { body: { script: 'Hi.', twin_id: twin.id } })
    expectProblem(answer, 'twin_not_ready')
  })
})

describe('4. Endpoints', () => {
  test.each(['/me', '/presenters', '/twins', '/voices', '/videos'])('GET %s answers 200', async (path) => {
    expect((await account.request('GET', path)).status).toBe(200)
  })

  test('GET /me: account, plan and remaining video seconds', async () => {
    const { body } = await account.request('GET', '/me')
    expect(body).toMatchObject({
      account: { id: account.accountId },
      plan: { id: 'growth' },
      remaining_video_seconds: expect.any(Number),
    })
  })

  test('GET /presenters?q: a search text', async () => {
    const { body } = await account.request('GET', '/presenters?q=omar')
    expect(body.data).toMatchObject([{ id: 'omar' }])
  })

  test('GET /videos: newest first, limit at most 50, before pages back', async () => {
    const first = (await account.request('GET', '/videos?limit=1')).body
    expect(first.data).toHaveLength(1)
    const second = (await account.request('GET', `/videos?limit=1&before=${first.next_before}`)).body
    expect(second.data[0].created_at <= first.data[0].created_at).toBe(true)
    expectProblem(await account.request('GET', '/videos?limit=51'), 'invalid_request', { limit: 'invalid' })
  })

  test('POST /videos, rule 1: exactly one of presenter_id and twin_id', async () => {
    const neither = { presenter_id: 'required', twin_id: 'required' }
    const both = { presenter_id: 'conflict', twin_id: 'conflict' }
    const none = await account.request('POST', '/videos', { body: { script: 'Hi.' } })
    expectProblem(none, 'invalid_request', neither)
    expectProblem(await account.createVideo({ twin_id: 'twn_1' }), 'invalid_request', both)
  })

  test('POST /videos, rule 2: the same idempotency key is the same video and never charges twice', async () => {
    const owner = await service.account('starter')
    const first = await owner.createVideo({ idempotency_key: 'once' })
    const again = await owner.createVideo({}, { 'Idempotency-Key': 'once' })
    expect(again.body.id).toBe(first.body.id)
    await owner.untilStatus(first.body.id, 'ready')
    expect((await owner.request('GET', '/me')).body.used_video_seconds).toBe(1)
  })

  test('POST /videos, rule 3: success is 202 with a video object', async () => {
    const { status, body } = await account.createVideo({ title: 'Three' })
    expect(status).toBe(202)
    expect(body).toMatchObject({ id: expect.any(String), status: 'rendering', title: 'Three' })
  })

  test('GET /videos/{id}: 404 when it does not exist', async () => {
    expectProblem(await account.request('GET', '/videos/vid_none'), 'not_found')
  })

  test('DELETE /videos/{id}: 404 when it does not exist', async () => {
    expectProblem(await account.request('DELETE', '/videos/vid_none'), 'not_found')
  })

  test('clients fetch again for a fresh link', async () => {
    const again = (await account.request('GET', `/videos/${ready.id}`)).body
    expect((await fetch(again.video_url)).status).toBe(200)
  })
})

describe('5. Authentication', () => {
  test('rule 1 and 4: a missing, mistyped or unknown key is invalid_api_key', async () => {
    const unknown = `${account.key.slice(0, -1)}${account.key.endsWith('0') ? '1' : '0'}`
    for (const header of ['', 'Bearer', `Bearer ${unknown}`, `Basic ${account.key}`]) {
      expectProblem(
        await account.request('GET', '/me', { headers: { Authorization: header } }),
        'invalid_api_key',
      )
    }
  })

  test('rule 2 and 3: a key is shown once, kept as a hash, and revoked instantly', async () => {
    const { key, apiKey } = await service.app.createApiKey({ accountId: account.accountId, name: 'short' })
    const client = createTestClient(service.url, key)
    expect((await client.request('GET', '/me')).status).toBe(200)
    const [row] = await service.query<object>('select * from api_keys where id = $1', [apiKey.id])
    expect(JSON.stringify(row)).not.toContain(key.slice(16))
    await service.app.apiKeys.revoke(apiKey.id)
    expectProblem(await client.request('GET', '/me'), 'key_revoked')
  })

  test('rule 5: full keys and signed links are not logged', () => {
    const log = service.logLines.join('\n')
    expect(log).not.toContain(account.key)
    expect(log).not.toContain('signature=')
  })
})

describe('6. Events', () => {
  test('the destination is the account’s webhook, unless the video names its own', async () => {
    const owner = await service.account('growth')
    await owner.request('PUT', '/webhooks/endpoint', { body: { url: receiver.url } })
    const { body } = await owner.createVideo()
    expect((await receiver.about(body.id)).body.event).toBe('video.ready')
  })

  test('the body has three members', async () => {
    const { body } = await receiver.about(ready.id)
    expect(Object.keys(body)).toEqual(['event', 'data', 'sent_at'])
    expect(body.data).toMatchObject({ id: ready.id, status: 'ready' })
    expect(new Date(body.sent_at).toISOString()).toBe(body.sent_at)
  })

  test('the signature is HMAC-SHA256 over timestamp, period and raw body', async () => {
    const { headers, rawBody } = await receiver.about(ready.id)
    const timestamp = String(headers['x-service-timestamp'])
    const hex = createHmac('sha256', account.webhookSecret).update(`${timestamp}.${rawBody}`).digest('hex')
    expect(headers['x-service-signature']).toBe(`sha256=${hex}`)
    expect(Math.abs(Date.now() - Date.parse(timestamp))).toBeLessThan(5 * 60_000)
  })
})

describe('7. Errors', () => {
  eachWithinOneDay()
  test('every error body is one member, error, with code, message, user_message, action, retryable', async () => {
    expectProblem(await account.request('GET', '/videos/vid_none'), 'not_found')
  })

  test('allowance_exceeded: 402 with upgrade_url', async () => {
    const owner = await service.account('free')
    expectProblem(await owner.createVideo({ script: 'seventeen '.repeat(299) }), 'allowance_exceeded')
  })

  test('plan_required: 402, a twin on the free plan', async () => {
    const owner = await service.account('free')
    const twin = await addTwin(service, owner)
    const answer = await owner.request('POST', '/videos', { body: { script: 'Hi.', twin_id: twin.id } })
    expectProblem(answer, 'plan_required')
  })

  test('invalid_request: 400 with details per field', async () => {
    expectProblem(await account.createVideo({ script: '' }), 'invalid_request', { script: 'required' })
  })

  test('script_too_long: 400', async () => {
    const answer = await account.createVideo({ script: 'a'.repeat(3001) })
    expectProblem(answer, 'script_too_long', { script: 'too_long' })
  })

  test('rule 2: concurrency_limit and daily_limit carry Retry-After', async () => {
    const owner = await service.account('free')
    studio.hold()
    const { body } = await owner.createVideo()
    const busy = await owner.createVideo()
    studio.release()
    expectProblem(busy, 'concurrency_limit')
    expect(Number(busy.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1)

    await owner.untilStatus(body.id, 'ready')
    await service.query('update accounts set day_videos = 5 where id = $1', [owner.accountId])
    const tomorrow = await owner.createVideo()
    expectProblem(tomorrow, 'daily_limit')
    expect(Number(tomorrow.headers.get('Retry-After'))).toBeLessThanOrEqual(86_400)
  })
})

describe('8. Limits', () => {
  test('script length: 3,000 characters are taken', async () => {
    const answer = await account.createVideo({ script: 'a'.repeat(3000) })
    expect(answer.status).toBe(202)
    await account.request('DELETE', `/videos/${answer.body.id}`)
  })

  test('signed video_url: valid for 1 hour', () => {
    const expires = Number(new URL(ready.video_url).searchParams.get('expires')) * 1000
    const lifetime = expires - Date.parse(ready.completed_at)
    expect(lifetime).toBeGreaterThanOrEqual(3_600_000)
    expect(lifetime).toBeLessThan(3_960_000) // Links of five minutes are the same.
  })

  test('free plan: 3 minutes', async () => {
    const owner = await service.account('free')
    expect((await owner.request('GET', '/me')).body.remaining_video_seconds).toBe(180)
  })
})

describe('9. Versioning', () => {
  test('the version is a path segment, and the interface description carries 1.0.0', async () => {
    const description = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
      info: { version: string }
      servers: { url: string }[]
    }
    expect(description.info.version).toBe('1.0.0')
    expect(description.servers[0]!.url).toMatch(/\/api\/v1$/u)
  })
})
