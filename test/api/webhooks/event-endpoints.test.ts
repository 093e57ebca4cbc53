import { randomUUID } from 'node:crypto'

import { afterAll, describe, expect } from 'vitest'

import { expectProblem } from '../../support/http/expect-problem.ts'
import type { TestClient } from '../../support/service/client.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'
import { changeEndpoint, makeEndpoint } from '../../support/webhook/event-endpoint.ts'
import { startWebhookReceiver } from '../../support/webhook/webhook-receiver.ts'
import type { WebhookReceiver } from '../../support/webhook/webhook-receiver.ts'

let service: TestService
let receiver: WebhookReceiver

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver.stop())

const create = (client: TestClient, body: object) => client.request('POST', '/webhooks/endpoints', { body })
const list = async (client: TestClient) => (await client.request('GET', '/webhooks/endpoints')).body.data
const show = (client: TestClient, id: string) => client.request('GET', `/webhooks/endpoints/${id}`)

describe('an endpoint', () => {
  test('is created with what it asks for, and shows its secret once', async () => {
    const account = await service.account()
    const asked = {
      url: receiver.url,
      description: 'Archive',
      types: ['video.ready', 'video.deleted'],
      metadata: { customer: '1042' },
    }
    const { status, body } = await create(account, asked)
    expect(status).toBe(200)
    const { signing_secret: secret, ...endpoint } = body
    expect(endpoint).toMatchObject({
      ...asked,
      id: expect.stringMatching(/^whe_[0-9a-z]{26}$/u),
      status: 'enabled',
      disabled_at: null,
      secret: { hint: secret.slice(-4), previous_valid_until: null },
    })
    expect(secret).not.toBe(account.webhookSecret)
    expect((await show(account, body.id)).body).toEqual(endpoint)
    expect(await list(account)).toEqual([endpoint])
  })

  test('asks for the ends of all videos unless it is told otherwise', async () => {
    const account = await service.account()
    const { body } = await create(account, { url: receiver.url })
    expect(body).toMatchObject({ types: ['video.ready', 'video.failed'], metadata: null, description: null })
  })

  test('is created once for an idempotency key', async () => {
    const account = await service.account()
    const options = { body: { url: receiver.url }, headers: { 'Idempotency-Key': randomUUID() } }
    const first = await account.request('POST', '/webhooks/endpoints', options)
    const again = await account.request('POST', '/webhooks/endpoints', options)
    expect(again.body).toEqual(first.body)
    expect(await list(account)).toHaveLength(1)
  })

  test('is changed in what is sent, and in nothing else', async () => {
    const account = await service.account()
    const made = await makeEndpoint(account, { url: receiver.url, description: 'A', metadata: { a: '1' } })
    const before = (await show(account, made.id)).body
    const { body } = await changeEndpoint(account, made.id, { types: ['video.failed'], metadata: {} })
    expect(body).toEqual({
      ...before,
      types: ['video.failed'],
      metadata: null,
      updated_at: expect.any(String),
    })
    const renamed = await changeEndpoint(account, made.id, { description: null, paused: true })
    expect(renamed.body).toMatchObject({ description: null, status: 'paused', types: ['video.failed'] })
  })

  test('is gone when it is deleted, once', async () => {
    const account = await service.account()
    const { id } = await makeEndpoint(account, { url: receiver.url })
    const deleted = await account.request('DELETE', `/webhooks/endpoints/${id}`)
    expect(deleted.body).toEqual({ id, deleted: true })
    expect(await list(account)).toEqual([])
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/rotate-secret'],
    ] as const) {
      const options = method === 'PATCH' ? { body: { paused: true } } : {}
      expectProblem(await account.request(method, `/webhooks/endpoints/${id}${path}`, options), 'not_found')
    }
  })

  test('leaves the account webhook as it is', async () => {
    const account = await service.account()
    const before = (await account.request('GET', '/webhooks/endpoint')).body
    await makeEndpoint(account, { url: receiver.url })
    expect((await account.request('GET', '/webhooks/endpoint')).body).toEqual(before)
  })
})

describe('an account', () => {
  test('can have ten endpoints, also when it asks for many at once, and ten more of test data', async () => {
    const account = await service.account()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => create(account, { url: receiver.url })),
    )
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(2)
    expectProblem(refused[0]!, 'invalid_request', { url: 'not_allowed' })
    const endpoints = await list(account)
    expect(endpoints).toHaveLength(10)

    const testData = await service.testData(account.accountId)
    expect(await list(testData)).toEqual([])
    expect((await create(testData, { url: receiver.url })).status).toBe(200)

    await account.request('DELETE', `/webhooks/endpoints/${endpoints[0].id}`)
    expect((await create(account, { url: receiver.url })).status).toBe(200)
  })

  test('does not see endpoints of another one', async () => {
    const [account, other] = [await service.account(), await service.account()]
    const { id } = await makeEndpoint(account, { url: receiver.url })
    expectProblem(await show(other, id), 'not_found')
    expectProblem(await changeEndpoint(other, id, { paused: true }), 'not_found')
    expectProblem(await other.request('DELETE', `/webhooks/endpoints/${id}`), 'not_found')
    expect(await list(other)).toEqual([])
    expect((await show(account, id)).body.status).toBe('enabled')
  })
})

describe('400 invalid_request', () => {
  test.each<[string, object, Record<string, string>]>([
    ['no URL', {}, { url: 'required' }],
    ['an address inside', { url: 'https://10.0.0.1/hook' }, { url: 'invalid' }],
    ['not https', { url: 'http://93.184.216.34/hook' }, { url: 'invalid' }],
    ['no types', { url: 'https://a.example.com', types: [] }, { types: 'invalid' }],
    [
      'a type twice',
      { url: 'https://a.example.com', types: ['video.ready', 'video.ready'] },
      { types: 'invalid' },
    ],
    ['an unknown type', { url: 'https://a.example.com', types: ['video.seen'] }, { 'types.0': 'invalid' }],
    [
      'a long description',
      { url: 'https://a.example.com', description: 'a'.repeat(201) },
      { description: 'too_long' },
    ],
    [
      'metadata that are no text',
      { url: 'https://a.example.com', metadata: { a: 1 } },
      { 'metadata.a': 'invalid' },
    ],
    ['an unknown member', { url: 'https://a.example.com', secret: 'mine' }, { secret: 'unknown' }],
  ])('%s', async (_, body, fields) => {
    const account = await service.account()
    expectProblem(await create(account, body), 'invalid_request', fields)
    expect(await list(account)).toEqual([])
  })

  test('a change to a URL that is not allowed', async () => {
    const account = await service.account()
    const { id } = await makeEndpoint(account, { url: receiver.url })
    const answer = await changeEndpoint(account, id, { url: 'https://169.254.169.254/latest' })
    expectProblem(answer, 'invalid_request', { url: 'invalid' })
    expect((await show(account, id)).body.url).toBe(receiver.url)
  })
})
