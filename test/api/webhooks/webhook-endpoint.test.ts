import { createHmac } from 'node:crypto'

import { Webhook } from 'standardwebhooks'
import { afterAll, describe, expect } from 'vitest'

import type { TestClient } from '../../support/service/client.ts'
import { expectProblem } from '../../support/http/expect-problem.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'
import { startWebhookReceiver } from '../../support/webhook/webhook-receiver.ts'
import type { ReceivedWebhook, WebhookReceiver } from '../../support/webhook/webhook-receiver.ts'

type TestAccount = Awaited<ReturnType<TestService['account']>>

let service: TestService
let receiver: WebhookReceiver

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  receiver = await startWebhookReceiver()
})
afterAll(async () => {
  await receiver.stop()
})

const show = (client: TestClient) => client.request('GET', '/webhooks/endpoint')
const set = (client: TestClient, url: unknown) =>
  client.request('PUT', '/webhooks/endpoint', { body: { url } })
const remove = (client: TestClient) => client.request('DELETE', '/webhooks/endpoint')
const rotate = (client: TestClient, body?: object) =>
  client.request('POST', '/webhooks/endpoint/rotate-secret', body && { body })

/** What the account's webhook is sent about a new video. */
async function nextDelivery(account: TestAccount): Promise<ReceivedWebhook> {
  const { body } = await account.createVideo()
  return receiver.about(body.id)
}

describe('the account’s webhook', () => {
  test('is none at first, and there is a secret all the same', async () => {
    const account = await service.account()
    const { status, body } = await show(account)
    expect(status).toBe(200)
    expect(body).toEqual({
      url: null,
      status: 'none',
      failing_since: null,
      disabled_at: null,
      disabled_because: null,
      created_at: null,
      updated_at: null,
      secret: {
        hint: account.webhookSecret.slice(-4),
        created_at: expect.any(String),
        previous_valid_until: null,
      },
    })
  })

  test('is sent the events of videos once it is set, signed with the secret of the account', async () => {
    const account = await service.account()
    const answer = await set(account, receiver.url)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ url: receiver.url, status: 'enabled', failing_since: null })
    expect((await show(account)).body).toEqual(answer.body)

    const hook = await nextDelivery(account)
    expect(hook.headers['x-service-signature']).toBe(signatureOf(hook, account.webhookSecret))
  })

  test('may be set again, to another URL or the same', async () => {
    const account = await service.account()
    const first = (await set(account, 'https://hooks.example.com/a')).body
    const second = (await set(account, 'https://hooks.example.com/b')).body
    expect(second).toMatchObject({ url: 'https://hooks.example.com/b', created_at: first.created_at })
    expect(Date.parse(second.updated_at)).toBeGreaterThanOrEqual(Date.parse(first.updated_at))
    expect((await set(account, 'https://hooks.example.com/b')).body.url).toBe('https://hooks.example.com/b')
  })

  test('is gone once it is deleted, as often as that is said; events are written and sent nowhere', async () => {
    const account = await service.account()
    await set(account, receiver.url)
    for (const _again of [1, 2]) {
      const { status, body } = await remove(account)
      expect(status).toBe(200)
      expect(body).toMatchObject({ url: null, status: 'none', created_at: null, updated_at: null })
    }
    const video = (await account.createVideo()).body
    const statusOf = async () => (await account.request('GET', '/webhooks/events')).body.data[0]?.status
    await expect.poll(statusOf, PATIENTLY).toBe('no_destination')
    expect(receiver.received.filter(({ body }) => body.data.id === video.id)).toEqual([])
  })

  test('keeps its secret when it is set, removed and set again', async () => {
    const account = await service.account()
    const { secret } = (await show(account)).body
    await set(account, receiver.url)
    await remove(account)
    expect((await set(account, receiver.url)).body.secret).toEqual(secret)
  })
})

describe('400 invalid_request', () => {
  test.each<[string, unknown, string]>([
    ['no URL', undefined, 'required'],
    ['no text', 7, 'invalid'],
    ['nothing', '', 'invalid'],
    ['no address of the web', 'ftp://hooks.example.com/', 'invalid'],
    ['not https', 'http://93.184.216.34/hook', 'invalid'],
    ['a user name and password', 'https://me:secret@hooks.example.com/', 'invalid'],
    ['another port', 'https://93.184.216.34:25/', 'invalid'],
    ['an address inside', 'https://10.0.0.1/hook', 'invalid'],
    ['the address of a cloud’s metadata', 'https://169.254.169.254/latest/meta-data', 'invalid'],
    ['an address inside, written otherwise', 'https://0x0a000001/', 'invalid'],
    ['more than 2048 characters', `https://hooks.example.com/${'a'.repeat(2048)}`, 'too_long'],
  ])('%s, and the webhook before stays', async (_, url, code) => {
    const account = await service.account()
    await set(account, receiver.url)
    expectProblem(await set(account, url), 'invalid_request', { url: code })
    expect((await show(account)).body).toMatchObject({ url: receiver.url, status: 'enabled' })
  })

  test('a member that is not known', async () => {
    const account = await service.account()
    const body = { url: receiver.url, secret: 'whsec_mine' }
    const answer = await account.request('PUT', '/webhooks/endpoint', { body })
    expectProblem(answer, 'invalid_request', { secret: 'unknown' })
    expect((await show(account)).body.url).toBeNull()
  })

  test('no body where one is needed', async () => {
    const account = await service.account()
    const nothing = await account.request('PUT', '/webhooks/endpoint')
    expectProblem(nothing, 'invalid_request', { 'Content-Type': 'required' })
  })
})

describe('a webhook that was disabled', () => {
  async function disabled(): Promise<TestAccount> {
    const account = await service.account()
    await set(account, receiver.url)
    await service.query(
      `update webhook_endpoints set failing_since = now() - interval '6 days', last_failed_at = now(),
         disabled_at = now(), disabled_because = 'failing' where account_id = $1`,
      [account.accountId],
    )
    return account
  }

  test('says so, and is sent nothing; its events are held', async () => {
    const account = await disabled()
    expect((await show(account)).body).toMatchObject({
      url: receiver.url,
      status: 'disabled',
      failing_since: expect.any(String),
      disabled_at: expect.any(String),
      disabled_because: 'failing',
    })
    const { body } = await account.createVideo()
    const statusOf = async () => (await account.request('GET', '/webhooks/events')).body.data[0]?.status
    await expect.poll(statusOf, PATIENTLY).toBe('endpoint_disabled')
    expect(receiver.received.filter((hook) => hook.body.data.id === body.id)).toEqual([])
  })

  test.each<[string, (account: TestAccount) => Promise<unknown>]>([
    ['when its URL is set again', (account) => set(account, receiver.url)],
    ['when it takes a test event', (account) => account.request('POST', '/webhooks/test')],
  ])('is back %s, and is sent what was held', async (_, bringBack) => {
    const account = await disabled()
    const { body } = await account.createVideo()
    const statusOf = async () => (await account.request('GET', '/webhooks/events')).body.data[0]?.status
    await expect.poll(statusOf, PATIENTLY).toBe('endpoint_disabled')

    await bringBack(account)

    expect((await show(account)).body).toMatchObject({
      status: 'enabled',
      failing_since: null,
      disabled_at: null,
    })
    await receiver.about(body.id)
    await expect.poll(statusOf, PATIENTLY).toBe('delivered')
  })

  test('stays disabled when the test event is refused', async () => {
    const account = await disabled()
    const refusing = await startWebhookReceiver(() => 500)
    await service.query('update webhook_endpoints set url = $2 where account_id = $1', [
      account.accountId,
      refusing.url,
    ])
    expect((await account.request('POST', '/webhooks/test')).body.delivered).toBe(false)
    expect((await show(account)).body.status).toBe('disabled')
    await refusing.stop()
  })
})

describe('rotating the secret', () => {
  test('shows the new secret in this one answer', async () => {
    const account = await service.account()
    const { status, body } = await rotate(account)
    expect(status).toBe(200)
    expect(body.secret).not.toBe(account.webhookSecret)
    expect(body.hint).toBe(body.secret.slice(-4))
    const until = Date.parse(body.previous_valid_until) - Date.parse(body.created_at)
    expect(until).toBe(86_400_000)
    const { secret: _shown, ...hints } = body
    expect((await show(account)).body.secret).toEqual(hints)
  })

  test('both secrets sign during the overlap, the new one alone in the header with room for one', async () => {
    const account = await service.account()
    await set(account, receiver.url)
    const { secret } = (await rotate(account)).body
    const hook = await nextDelivery(account)

    const headers = hook.headers as Record<string, string>
    expect(new Webhook(secret).verify(hook.rawBody, headers)).toEqual(hook.body)
    expect(new Webhook(account.webhookSecret).verify(hook.rawBody, headers)).toEqual(hook.body)
    expect(hook.headers['x-service-signature']).toBe(signatureOf(hook, secret))
  })

  test('the old secret signs no more when the overlap is over', async () => {
    const account = await service.account()
    await set(account, receiver.url)
    const { secret } = (await rotate(account)).body
    await service.query(
      `update accounts set previous_webhook_secret_until = now() - interval '1 second' where id = $1`,
      [account.accountId],
    )
    const hook = await nextDelivery(account)
    expectOnlySignedWith(secret, account.webhookSecret, hook)
    expect((await show(account)).body.secret.previous_valid_until).toBeNull()
  })

  test('a secret that leaked can be ended at once', async () => {
    const account = await service.account()
    await set(account, receiver.url)
    const { secret, previous_valid_until } = (await rotate(account, { overlap_seconds: 0 })).body
    expect(previous_valid_until).toBeNull()
    expectOnlySignedWith(secret, account.webhookSecret, await nextDelivery(account))
  })

  test('rotating again leaves two secrets, the newest ones', async () => {
    const account = await service.account()
    await set(account, receiver.url)
    const second = (await rotate(account)).body.secret
    const third = (await rotate(account, { overlap_seconds: 60 })).body.secret
    const hook = await nextDelivery(account)
    const headers = hook.headers as Record<string, string>
    for (const secret of [second, third]) new Webhook(secret).verify(hook.rawBody, headers)
    expect(() => new Webhook(account.webhookSecret).verify(hook.rawBody, headers)).toThrow('signature')
  })

  test.each([-1, 86_401, 0.5, '60'])('an overlap of %j is refused', async (overlap) => {
    const account = await service.account()
    const answer = await rotate(account, { overlap_seconds: overlap })
    const code = overlap === 86_401 ? 'too_long' : 'invalid'
    expectProblem(answer, 'invalid_request', { overlap_seconds: code })
    expect((await show(account)).body.secret.hint).toBe(account.webhookSecret.slice(-4))
  })

  test('a body may be there without members, and nothing else may stand for it', async () => {
    const account = await service.account()
    expect((await rotate(account, {})).status).toBe(200)
    const text = { body: '{}', headers: { 'Content-Type': 'text/plain' } }
    const path = '/webhooks/endpoint/rotate-secret'
    expectProblem(await account.request('POST', path, text), 'invalid_request', { 'Content-Type': 'invalid' })
    const list = { body: '[]' }
    expectProblem(await account.request('POST', path, list), 'invalid_request', { body: 'invalid' })
  })
})

function signatureOf({ headers, rawBody }: ReceivedWebhook, secret: string): string {
  const text = `${String(headers['x-service-timestamp'])}.${rawBody}`
  return `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`
}

function expectOnlySignedWith(secret: string, old: string, hook: ReceivedWebhook): void {
  const headers = hook.headers as Record<string, string>
  expect(new Webhook(secret).verify(hook.rawBody, headers)).toEqual(hook.body)
  expect(() => new Webhook(old).verify(hook.rawBody, headers)).toThrow('signature')
  expect(hook.headers['x-service-signature']).toBe(signatureOf(hook, secret))
}
