import { once } from 'node:events'
import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { Webhook } from 'standardwebhooks'
import { afterAll, describe, expect } from 'vitest'

import { createTestClient } from '../../support/service/client.ts'
import type { TestClient } from '../../support/service/client.ts'
import { holdWebhookToContract } from '../../support/http/contract.ts'
import { expectProblem } from '../../support/http/expect-problem.ts'
import { test } from '../../support/service/default-service.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { startWebhookReceiver } from '../../support/webhook/webhook-receiver.ts'
import type { WebhookReceiver } from '../../support/webhook/webhook-receiver.ts'

type TestAccount = Awaited<ReturnType<TestService['account']>>

let service: TestService
let receiver: WebhookReceiver
const servers: Server[] = []

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  receiver = await startWebhookReceiver()
})
afterAll(async () => {
  for (const server of servers) server.closeAllConnections()
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))))
  await receiver.stop()
})

async function accountWithWebhook(url: string): Promise<TestAccount> {
  const account = await service.account()
  await account.request('PUT', '/webhooks/endpoint', { body: { url } })
  return account
}

const send = (client: TestClient, body?: object) => client.request('POST', '/webhooks/test', body && { body })

/** A receiver that answers as it likes. */
async function receiverThat(answers: RequestListener): Promise<string> {
  const server = createServer(answers)
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}

describe('a test event', () => {
  test('is signed and shaped like any other, and the answer says how it was taken', async () => {
    const account = await accountWithWebhook(receiver.url)
    const { status, body } = await send(account)
    expect(status).toBe(200)
    const hook = receiver.received.find(({ headers }) => headers['webhook-id'] === body.event_id)!
    holdWebhookToContract(hook.headers, hook.body)
    expect(new Webhook(account.webhookSecret).verify(hook.rawBody, hook.headers as never)).toEqual(hook.body)
    expect(hook.body).toMatchObject({ event: 'video.ready', sent_at: body.sent_at })
    expect(body).toEqual({
      event_id: expect.stringMatching(/^evt_/u),
      event: 'video.ready',
      url: receiver.url,
      sent_at: expect.any(String),
      delivered: true,
      response_status: 204,
      duration_ms: expect.any(Number),
      response_excerpt: '',
      error: null,
    })
  })

  test.each(['video.ready', 'video.failed'])('may be %s', async (event) => {
    const account = await accountWithWebhook(receiver.url)
    const { body } = await send(account, { event })
    const hook = receiver.received.find(({ headers }) => headers['webhook-id'] === body.event_id)!
    holdWebhookToContract(hook.headers, hook.body)
    expect(hook.body).toMatchObject({ event, data: { status: event.replace('video.', '') } })
  })

  test('is about a video that there is not, and stays out of the log', async () => {
    const account = await accountWithWebhook(receiver.url)
    const { body } = await send(account)
    const hook = receiver.received.find(({ headers }) => headers['webhook-id'] === body.event_id)!
    expectProblem(await account.request('GET', `/videos/${hook.body.data.id}`), 'not_found')
    expect((await account.request('GET', '/webhooks/events')).body.data).toEqual([])
  })

  test('has an id of its own each time', async () => {
    const account = await accountWithWebhook(receiver.url)
    const ids = [await send(account), await send(account)].map(({ body }) => body.event_id)
    expect(new Set(ids).size).toBe(2)
  })
})

describe('what the receiver said is told', () => {
  test('an error, with the beginning of its text', async () => {
    const url = await receiverThat((_request, response) => {
      response.writeHead(500).end('No such table: videos')
    })
    const { status, body } = await send(await accountWithWebhook(url))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      delivered: false,
      response_status: 500,
      response_excerpt: 'No such table: videos',
      error: null,
    })
  })

  test('a redirect, which is not followed', async () => {
    const before = receiver.received.length
    const url = await receiverThat((_request, response) => {
      response.writeHead(302, { Location: receiver.url }).end()
    })
    const { body } = await send(await accountWithWebhook(url))
    expect(body).toMatchObject({ delivered: false, response_status: 302 })
    expect(receiver.received).toHaveLength(before)
  })

  test('a refused connection, in words', async () => {
    const gone = await startWebhookReceiver()
    await gone.stop()
    const { status, body } = await send(await accountWithWebhook(gone.url))
    expect(status).toBe(200)
    expect(body).toMatchObject({ delivered: false, response_status: null, response_excerpt: '' })
    expect(body.error).toMatch(/refused/iu)
  })

  test('a connection that breaks off before an answer', async () => {
    const url = await receiverThat((request) => request.socket.destroy())
    const { body } = await send(await accountWithWebhook(url))
    expect(body).toMatchObject({ delivered: false, response_status: null })
    expect(body.error).toMatch(/\w/u)
  })

  test('410 switches nothing off: it was a test', async () => {
    const url = await receiverThat((_request, response) => response.writeHead(410).end())
    const account = await accountWithWebhook(url)
    expect((await send(account)).body).toMatchObject({ delivered: false, response_status: 410 })
    expect((await account.request('GET', '/webhooks/endpoint')).body.status).toBe('enabled')
  })
})

describe('400 invalid_request', () => {
  test('without a webhook it says how to set one', async () => {
    const account = await service.account()
    const answer = await send(account)
    expectProblem(answer, 'invalid_request', answer.body.error.fields && { url: 'required' })
    expect(answer.body.error.message).toContain('PUT /webhooks/endpoint')
  })

  test.each<[object, Record<string, string>]>([
    [{ event: 'video.deleted' }, { event: 'invalid' }],
    [{ url: 'https://elsewhere.example.com' }, { url: 'unknown' }],
  ])('%j', async (body, fields) => {
    const account = await accountWithWebhook(receiver.url)
    const before = receiver.received.length
    expectProblem(await send(account, body), 'invalid_request', fields)
    expect(receiver.received).toHaveLength(before)
  })
})

test('a made-up event counts as a creation: such events are traffic that we send', async () => {
  const limited = await startTestService({
    worker: false,
    config: { rateLimits: { requests: 60, creates: 2 } },
  })
  const account = await limited.account()
  await account.request('PUT', '/webhooks/endpoint', { body: { url: receiver.url } })
  const client = createTestClient(limited.url, account.key)
  const before = receiver.received.length
  const statuses = [await send(client), await send(client), await send(client)].map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 429])
  expect(receiver.received).toHaveLength(before + 2)
  expect((await client.request('GET', '/webhooks/endpoint')).status).toBe(200)
  await limited.stop()
})
