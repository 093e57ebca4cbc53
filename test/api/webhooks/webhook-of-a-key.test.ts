import { afterAll, describe, expect } from 'vitest'

import { PATIENTLY } from '../../support/run/patiently.ts'
import { createBatchClient, ITEM } from '../../support/service/batch-client.ts'
import { createTestClient } from '../../support/service/client.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'
import { signedIn } from '../../support/http/signed-in.ts'
import { startWebhookReceiver } from '../../support/webhook/webhook-receiver.ts'
import type { WebhookReceiver } from '../../support/webhook/webhook-receiver.ts'

type TestAccount = Awaited<ReturnType<TestService['account']>>

let service: TestService
let account: TestAccount
let keys: WebhookReceiver
let accounts: WebhookReceiver
let own: WebhookReceiver

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  account = await service.account('scale')
  ;[keys, accounts, own] = (await Promise.all([1, 2, 3].map(() => startWebhookReceiver()))) as [
    WebhookReceiver,
    WebhookReceiver,
    WebhookReceiver,
  ]
  await service.app.setWebhookEndpoint({ accountId: account.accountId, url: accounts.url })
})
afterAll(() => Promise.all([keys, accounts, own].map((receiver) => receiver.stop())))

async function keyWithWebhook() {
  const { accountId } = account
  return service.app.createApiKey({ accountId, name: 'Shop', webhookUrl: keys.url })
}

async function clientWithWebhook() {
  return createTestClient(service.url, (await keyWithWebhook()).key)
}

/** Where the events of a video have been sent. */
async function destinations(videoId: string): Promise<string[]> {
  const attempts = () =>
    service.query<{ url: string }>(
      'select a.url from webhook_attempts a join webhook_events e on e.id = a.event_id where e.video_id = $1',
      [videoId],
    )
  await expect.poll(attempts, PATIENTLY).not.toEqual([])
  return (await attempts()).map(({ url }) => url)
}

describe('events of the videos of a key with a webhook', () => {
  test('are sent there, signed with the secret of the account, and not to the account webhook', async () => {
    const { body } = await (await clientWithWebhook()).createVideo()
    const hook = await keys.about(body.id)
    expect(hook.body.event).toBe('video.ready')
    expect(hook.headers['x-service-signature']).toMatch(/^sha256=/u)
    expect(await destinations(body.id)).toEqual([keys.url])
  })

  test('are sent to the webhook of the video where it has its own', async () => {
    const { body } = await (await clientWithWebhook()).createVideo({ webhook_url: own.url })
    await own.about(body.id)
    expect(await destinations(body.id)).toEqual([own.url])
  })

  test('are sent there for the items of a batch', async () => {
    const batches = createBatchClient({ ...account, key: (await keyWithWebhook()).key }, service.url)
    const { body: batch } = await batches.createBatch({ items: [ITEM, { ...ITEM, webhook_url: own.url }] })
    const { items } = await batches.untilEnded(batch.id)
    const [first, second] = items.map((item: { video_id: string }) => item.video_id)
    expect(await destinations(first)).toEqual([keys.url])
    expect(await destinations(second)).toEqual([own.url])
  })

  test('go to the account webhook for videos of another key', async () => {
    const { body } = await account.createVideo()
    await accounts.about(body.id)
    expect(await destinations(body.id)).toEqual([accounts.url])
  })
})

test('a creation that is repeated with another key of the account is the same creation', async () => {
  const idempotency_key = `of-two-keys-${account.accountId}`
  const { body: first } = await (await clientWithWebhook()).createVideo({ idempotency_key })
  const again = await account.createVideo({ idempotency_key })
  expect(again.status).toBe(202)
  expect(again.body.id).toBe(first.id)
})

test('GET /me says which webhook a key has', async () => {
  const { body } = await (await clientWithWebhook()).request('GET', '/me')
  expect(body.key.webhook_url).toBe(keys.url)
})

describe('in the application', () => {
  test('a key is made with a webhook, and hands it on to the one that replaces it', async () => {
    const owner = await signedIn(service, account)
    const { body: made } = await owner.request('POST', '/keys', { name: 'Shop', webhook_url: keys.url })
    expect(made.webhook_url).toBe(keys.url)
    const { body: next } = await owner.request('POST', `/keys/${made.id}/rotate`, { works_for_seconds: 0 })
    expect(next.webhook_url).toBe(keys.url)
    const { body } = await createTestClient(service.url, next.key).createVideo()
    expect(await destinations(body.id)).toEqual([keys.url])
  })

  test.each([
    'http://169.254.169.254/latest',
    'ftp://hooks.example.com',
    'https://user:pw@hooks.example.com',
    'here',
  ])('no key is made with the webhook %s', async (webhook_url) => {
    const owner = await signedIn(service, account)
    const { status, body } = await owner.request('POST', '/keys', { name: 'Shop', webhook_url })
    expect(status).toBe(400)
    expect(Object.keys(body.error.fields)).toEqual(['webhook_url'])
  })
})
