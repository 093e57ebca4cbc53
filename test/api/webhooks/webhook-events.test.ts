import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect } from 'vitest'

import { createAdmin } from '../../support/programs/admin.ts'
import type { TestClient } from '../../support/service/client.ts'
import { expectProblem } from '../../support/http/expect-problem.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'
import { startWebhookReceiver } from '../../support/webhook/webhook-receiver.ts'
import type { WebhookReceiver } from '../../support/webhook/webhook-receiver.ts'

type TestAccount = Awaited<ReturnType<TestService['account']>>

let service: TestService
let receiver: WebhookReceiver
/** What the receiver answers from now on. */
let answer = 204

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  receiver = await startWebhookReceiver(() => answer)
})
afterAll(async () => {
  await receiver.stop()
})

async function accountWithWebhook(): Promise<TestAccount> {
  answer = 204
  const account = await service.account('scale')
  await account.request('PUT', '/webhooks/endpoint', { body: { url: receiver.url } })
  return account
}

const list = async (client: TestClient, query = '') =>
  (await client.request('GET', `/webhooks/events${query}`)).body
const details = async (client: TestClient, id: string) =>
  (await client.request('GET', `/webhooks/events/${id}`)).body
const redeliver = (client: TestClient, id: string) =>
  client.request('POST', `/webhooks/events/${id}/redeliver`)

/** The only event of an account, once it is there and as it then stands. */
async function eventThatIs(account: TestClient, status: string) {
  const newest = async () => (await list(account)).data[0]?.status
  await expect.poll(newest, PATIENTLY).toBe(status)
  return (await list(account)).data[0]
}

async function deliveredEvent(account: TestClient) {
  const video = (await account.createVideo()).body
  const event = await eventThatIs(account, 'delivered')
  expect(event.video_id).toBe(video.id)
  return event
}

const deliveriesOf = (id: string) => receiver.received.filter(({ headers }) => headers['webhook-id'] === id)

describe('the log', () => {
  test('is empty at first', async () => {
    const account = await service.account()
    expect(await list(account)).toEqual({ data: [], has_more: false, next_before: null })
  })

  test('shows an event and how its delivery went', async () => {
    const account = await accountWithWebhook()
    const event = await deliveredEvent(account)
    expect(event).toMatchObject({
      id: expect.stringMatching(/^evt_/u),
      event: 'video.ready',
      status: 'delivered',
      delivery_count: 1,
      attempt_count: 1,
      last_response_status: 204,
      next_attempt_at: null,
    })
    expect(Date.parse(event.completed_at)).toBeGreaterThanOrEqual(Date.parse(event.created_at))
    expect(deliveriesOf(event.id)).toHaveLength(1)
  })

  test('shows what was sent, without what would let a reader pretend to be us or open a file', async () => {
    const account = await accountWithWebhook()
    const event = await deliveredEvent(account)
    const [hook] = deliveriesOf(event.id)

    const { attempts, ...rest } = await details(account, event.id)

    expect(rest).toEqual(event)
    expect(attempts).toEqual([
      {
        delivery: 1,
        attempt: 1,
        attempted_at: expect.any(String),
        url: receiver.url,
        request_headers: expect.objectContaining({
          'content-type': 'application/json',
          'webhook-id': event.id,
        }),
        request_body: expect.any(String),
        delivered: true,
        response_status: 204,
        duration_ms: expect.any(Number),
        response_excerpt: '',
        error: null,
        next_attempt_at: null,
      },
    ])
    const [{ request_headers: headers, request_body: body }] = attempts
    for (const [name, value] of Object.entries(headers)) {
      const isSignature = /signature/iu.test(name)
      expect(value).toBe(isSignature ? '[removed]' : hook?.headers[name.toLowerCase()])
    }
    expect(JSON.parse(body)).toMatchObject({ event: 'video.ready', data: { id: event.video_id } })
    expect(body).not.toMatch(/signature=(?!\[removed\])/u)
  })

  test('shows a failed attempt, what the receiver said, and when the next one is due', async () => {
    const account = await accountWithWebhook()
    answer = 500
    await account.createVideo()
    const attempted = async () => (await list(account)).data[0]?.attempt_count ?? 0
    await expect.poll(attempted, PATIENTLY).toBeGreaterThan(0)
    const tried = async () => (await list(account)).data[0].last_response_status
    await expect.poll(tried, PATIENTLY).toBe(500)

    const [event] = (await list(account)).data
    expect(event).toMatchObject({ status: 'pending', completed_at: null, last_response_status: 500 })
    expect(Date.parse(event.next_attempt_at)).toBeGreaterThan(Date.parse(event.created_at))
    const [first] = (await details(account, event.id)).attempts
    expect(first).toMatchObject({ attempt: 1, delivered: false, response_status: 500, error: null })
    expect(Date.parse(first.next_attempt_at) - Date.parse(first.attempted_at)).toBeGreaterThan(4000)
  })

  test('holds nothing of a video that was deleted but that it was told of', async () => {
    const account = await accountWithWebhook()
    const event = await deliveredEvent(account)
    await account.request('DELETE', `/videos/${event.video_id}`)

    const { attempts } = await details(account, event.id)
    expect(attempts).toMatchObject([{ request_body: null, response_excerpt: '', response_status: 204 }])
    const [row] = await service.query<{ text: string }>(
      `select string_agg(t::text, ' ') as text from webhook_attempts t where event_id = $1`,
      [event.id],
    )
    expect(row?.text).not.toContain('video_url')
  })
})

describe('pages', () => {
  let account: TestAccount
  let ids: string[]

  beforeAll(async () => {
    account = await accountWithWebhook()
    for (let count = 0; count < 5; count += 1) {
      const { body } = await account.createVideo()
      await receiver.about(body.id)
    }
    ids = (await list(account)).data.map(({ id }: { id: string }) => id)
  })

  test('are newest first', async () => {
    const { data, has_more, next_before } = await list(account)
    const times = data.map(({ created_at }: { created_at: string }) => created_at)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(data).toHaveLength(5)
    expect([has_more, next_before]).toEqual([false, null])
  })

  test('follow one another without gap or overlap', async () => {
    const seen: string[] = []
    let before: string | null = null
    do {
      const page = await list(account, `?limit=2${before === null ? '' : `&before=${before}`}`)
      expect(page.data.length).toBeLessThanOrEqual(2)
      seen.push(...page.data.map(({ id }: { id: string }) => id))
      expect(page.has_more).toBe(page.next_before !== null)
      before = page.next_before
    } while (before !== null)
    expect(seen).toEqual(ids)
  })

  test('may begin after any event of the account', async () => {
    expect((await list(account, `?before=${ids[1]}`)).data.map(({ id }: { id: string }) => id)).toEqual(
      ids.slice(2),
    )
  })

  test.each([
    ['limit=0', 'limit'],
    ['limit=51', 'limit'],
    ['limit=two', 'limit'],
    ['before=evt_01h455vb4pex5vsknk084sn02q', 'before'],
    ['before=..', 'before'],
  ])('?%s is refused', async (query, field) => {
    const refused = await account.request('GET', `/webhooks/events?${query}`)
    expectProblem(refused, 'invalid_request', { [field]: 'invalid' })
  })
})

describe('redelivery', () => {
  test('sends the same event once more, also when it was delivered, freshly stamped and signed', async () => {
    const account = await accountWithWebhook()
    const event = await deliveredEvent(account)

    for (const delivery of [2, 3]) {
      const { status, body } = await redeliver(account, event.id)
      expect(status).toBe(202)
      expect(body).toMatchObject({ id: event.id, status: 'pending', delivery_count: delivery })
      await expect.poll(() => deliveriesOf(event.id).length, PATIENTLY).toBe(delivery)
      await eventThatIs(account, 'delivered')
    }

    for (const { rawBody, headers, body } of deliveriesOf(event.id)) {
      expect(body).toMatchObject({ event: 'video.ready', data: { id: event.video_id } })
      new Webhook(account.webhookSecret).verify(rawBody, headers as Record<string, string>)
    }
    const stamps = deliveriesOf(event.id).map(({ body }) => body.sent_at)
    expect(new Set(stamps).size).toBe(3)
    const { attempts } = await details(account, event.id)
    expect(attempts.map(({ delivery }: { delivery: number }) => delivery)).toEqual([1, 2, 3])
  })

  test('brings what was given up to a webhook that was set since', async () => {
    const account = await service.account('scale')
    const { body } = await account.createVideo()
    const event = await eventThatIs(account, 'no_destination')
    answer = 204
    await account.request('PUT', '/webhooks/endpoint', { body: { url: receiver.url } })
    expect((await redeliver(account, event.id)).status).toBe(202)
    await receiver.about(body.id)
    await eventThatIs(account, 'delivered')
  })

  test('is at once for operators, too, while the service runs', async () => {
    const account = await accountWithWebhook()
    const event = await deliveredEvent(account)
    const admin = createAdmin(service.settings)
    const options = ['--account', account.accountId]
    expect(await admin.say('webhooks', 'redeliver', event.id, ...options)).toMatchObject({
      code: 0,
      stderr: '',
    })
    await admin.stop()
    await expect.poll(() => deliveriesOf(event.id).length, PATIENTLY).toBe(2)
  })

  test('is refused after thirty days', async () => {
    const account = await accountWithWebhook()
    const event = await deliveredEvent(account)
    const age = (days: number) =>
      service.query(
        'update webhook_events set created_at = now() - make_interval(days => $2) where id = $1',
        [event.id, days],
      )
    await age(31)
    const late = await redeliver(account, event.id)
    expectProblem(late, 'invalid_request', late.body.error.fields && { id: 'invalid' })
    expect(late.body.error.message).toContain('30 days')
    await age(29)
    expect((await redeliver(account, event.id)).status).toBe(202)
  })

  test('of an event whose video was deleted finds nothing to send', async () => {
    const account = await accountWithWebhook()
    const event = await deliveredEvent(account)
    await account.request('DELETE', `/videos/${event.video_id}`)
    expectProblem(await redeliver(account, event.id), 'not_found')
    expect(deliveriesOf(event.id)).toHaveLength(1)
  })
})

describe('404 not_found', () => {
  test.each(['evt_01h455vb4pex5vsknk084sn02q', 'no-event', 'evt_%20', 'a'.repeat(200)])(
    'there is no event %s',
    async (id) => {
      const account = await service.account()
      expectProblem(await account.request('GET', `/webhooks/events/${id}`), 'not_found')
      expectProblem(await redeliver(account, id), 'not_found')
    },
  )
})
