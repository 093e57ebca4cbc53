import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { Webhook } from 'standardwebhooks'

import { PATIENTLY } from '../../support/run/patiently.ts'
import { quickStudio } from '../../support/service/quick-studio.ts'
import { test, useStudio } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'
import { startWebhookReceiver } from '../../support/webhook/webhook-receiver.ts'
import type { ReceivedWebhook, WebhookReceiver } from '../../support/webhook/webhook-receiver.ts'

type TestAccount = Awaited<ReturnType<TestService['account']>>

const quick = quickStudio()
const studio = quickStudio({
  speaker: {
    async speakPart(request) {
      if (request.script.startsWith('Fail')) {
        throw Object.assign(new Error('There is nothing to say.'), { name: 'SpeechImpossible' })
      }
      return quick.speaker.speakPart(request)
    },
  },
})
let service: TestService
let own: WebhookReceiver
let accounts: WebhookReceiver
let account: TestAccount

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  useStudio(studio)
  own = await startWebhookReceiver()
  accounts = await startWebhookReceiver()
  account = await service.account('scale')
})
afterAll(async () => {
  useStudio(null)
  await Promise.all([own.stop(), accounts.stop()])
})

async function eventStatus(videoId: string): Promise<string | undefined> {
  const rows = await service.query<{ status: string }>(
    'select status from webhook_events where video_id = $1',
    [videoId],
  )
  return rows[0]?.status
}

test('a ready video is told in exactly three members, the video as the API shows it', async () => {
  const { body } = await account.createVideo({ webhook_url: own.url, title: 'Told', metadata: { a: 'b' } })
  const hook = await own.about(body.id)

  expect(Object.keys(hook.body).toSorted()).toEqual(['data', 'event', 'sent_at'])
  expect(hook.body.event).toBe('video.ready')
  expect(hook.body.sent_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/u)
  const shown = (await account.request('GET', `/videos/${body.id}`)).body
  expect(withoutExpiry(hook.body.data)).toEqual(withoutExpiry(shown))
  expect((await fetch(hook.body.data.video_url)).status).toBe(200)
  await expect.poll(() => eventStatus(body.id), PATIENTLY).toBe('delivered')
})

test('a failed video is told with its error', async () => {
  const { body, headers } = await account.createVideo({ script: 'Fail.', webhook_url: own.url })
  const hook = await own.about(body.id)
  const request_id = headers.get('X-Request-Id')
  expect(hook.body).toMatchObject({
    event: 'video.failed',
    data: { status: 'failed', error: { code: 'render_failed', request_id, details: { stage: 'speak' } } },
  })
})

describe('the signature', () => {
  let hook: ReceivedWebhook

  beforeAll(async () => {
    const { body } = await account.createVideo({ webhook_url: own.url })
    hook = await own.about(body.id)
  })

  test('is HMAC-SHA-256 over timestamp, a period and the raw body, with the secret as shown', () => {
    const timestamp = String(hook.headers['x-service-timestamp'])
    expect(timestamp).toBe(hook.body.sent_at)
    expect(Math.abs(Date.now() - Date.parse(timestamp))).toBeLessThan(300_000)
    const hex = createHmac('sha256', account.webhookSecret)
      .update(`${timestamp}.${hook.rawBody}`)
      .digest('hex')
    expect(hook.headers['x-service-signature']).toBe(`sha256=${hex}`)
  })

  test('also satisfies the libraries of Standard Webhooks', () => {
    const headers = hook.headers as Record<string, string>
    expect(new Webhook(account.webhookSecret).verify(hook.rawBody, headers)).toEqual(hook.body)
    expect(hook.headers['webhook-id']).toMatch(/^evt_/u)
  })
})

describe('the destination', () => {
  test('is the account’s webhook, unless the video names its own', async () => {
    const owner = await service.account('scale')
    await service.app.setWebhookEndpoint({ accountId: owner.accountId, url: accounts.url })
    const [usual, special] = [await owner.createVideo(), await owner.createVideo({ webhook_url: own.url })]

    await accounts.about(usual.body.id)
    await own.about(special.body.id)

    await expect.poll(() => eventStatus(special.body.id), PATIENTLY).toBe('delivered')
    expect(accounts.received.map(({ body }) => body.data.id)).toEqual([usual.body.id])
    expect(own.received.filter(({ body }) => body.data.id === usual.body.id)).toEqual([])
  })

  test('may be missing: the event is there with the video’s end, and no delivery begins', async () => {
    const { body } = await account.createVideo()
    await account.untilStatus(body.id, 'ready')
    expect(await eventStatus(body.id)).toBe('no_destination')
  })

  test('may say that it wants no more: it is not called again', async () => {
    const closed = await startWebhookReceiver(() => 410)
    const { body } = await account.createVideo({ webhook_url: closed.url })
    await closed.about(body.id)
    await expect.poll(() => eventStatus(body.id), PATIENTLY).toBe('gone')
    expect(closed.received).toHaveLength(1)
    await closed.stop()
  })
})

test('an attempt is logged with what came of it', async () => {
  const { body } = await account.createVideo({ webhook_url: own.url })
  await own.about(body.id)
  await expect.poll(() => eventStatus(body.id), PATIENTLY).toBe('delivered')
  const attempts = await service.query(
    `select attempt, url, delivered, response_status from webhook_attempts
     join webhook_events e on e.id = event_id where video_id = $1`,
    [body.id],
  )
  expect(attempts).toEqual([{ attempt: 1, url: own.url, delivered: true, response_status: 204 }])
})

/** A video but for what a fresh link changes. */
function withoutExpiry(video: { video_url_expires_at: string }): unknown {
  const text = JSON.stringify({ ...video, video_url_expires_at: null })
  return JSON.parse(text.replaceAll(/\?expires=[^"]*/gu, ''))
}
