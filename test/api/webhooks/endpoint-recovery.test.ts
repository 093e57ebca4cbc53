import { randomUUID } from 'node:crypto'

import { afterAll, describe, expect } from 'vitest'

import { expectProblem } from '../../support/http/expect-problem.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'
import { eventsFor, makeEndpoint, recover } from '../../support/webhook/event-endpoint.ts'
import { startWebhookReceiver } from '../../support/webhook/webhook-receiver.ts'
import type { WebhookReceiver } from '../../support/webhook/webhook-receiver.ts'

let service: TestService
/** What the receiver answers. */
let status = 204
let receiver: WebhookReceiver

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  receiver = await startWebhookReceiver(() => status)
})
afterAll(() => receiver.stop())

type Account = Awaited<ReturnType<TestService['account']>>

/** Makes so many videos while the receiver is down; the first attempts at their events have failed. */
async function missed(account: Account, endpointId: string, videos: number): Promise<string[]> {
  status = 500
  const ids: string[] = []
  for (let video = 0; video < videos; video += 1) ids.push((await account.createVideo()).body.id)
  const attempted = async () =>
    (await eventsFor(account, endpointId)).filter(({ last_response_status }) => last_response_status === 500)
      .length
  await expect.poll(attempted, PATIENTLY).toBeGreaterThanOrEqual(videos)
  status = 204
  return ids
}

const deliveriesAbout = (id: string) => receiver.received.filter(({ body }) => body.data.id === id)
const someTimeAgo = () => new Date(Date.now() - 60 * 60 * 1_000).toISOString()

describe('recovering', () => {
  test('redelivers what an outage missed, once each, also when it is asked for twice', async () => {
    const account = await service.account('scale')
    const { id } = await makeEndpoint(account, { url: receiver.url })
    const delivered = (await account.createVideo()).body.id as string
    await expect.poll(() => deliveriesAbout(delivered).length, PATIENTLY).toBe(1)
    const videos = await missed(account, id, 3)
    // So that a retry of the first delivery does not come in between.
    await service.query(
      `update webhook_attempts t set next_attempt_at = now() + interval '1 hour' from webhook_events e
         where e.id = t.event_id and e.endpoint_id = $1 and t.next_attempt_at is not null`,
      [id],
    )

    const answers = await Promise.all([
      recover(account, id, { since: someTimeAgo() }),
      recover(account, id, { since: someTimeAgo() }),
    ])

    for (const { status: code, body } of answers) {
      expect(code).toBe(202)
      expect(body).toMatchObject({ id, continue_since: null })
    }
    const statuses = async () => (await eventsFor(account, id)).map((event) => event.status as string)
    await expect.poll(statuses, PATIENTLY).toEqual(Array.from({ length: 4 }, () => 'delivered'))
    for (const video of videos) {
      const got = deliveriesAbout(video)
      expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
      const [event] = (await eventsFor(account, id)).filter(({ video_id }) => video_id === video)
      const details = (await account.request('GET', `/webhooks/events/${event.id}`)).body
      expect(details.attempts.filter((one: { delivered: boolean }) => one.delivered)).toHaveLength(1)
    }
    expect(deliveriesAbout(delivered)).toHaveLength(1)
  })

  test('repeats nothing for the same idempotency key', async () => {
    const account = await service.account()
    const { id } = await makeEndpoint(account, { url: receiver.url })
    const options = { body: { since: someTimeAgo() }, headers: { 'Idempotency-Key': randomUUID() } }
    const first = await account.request('POST', `/webhooks/endpoints/${id}/recover`, options)
    const again = await account.request('POST', `/webhooks/endpoints/${id}/recover`, options)
    expect(first.body).toEqual({ id, recovered: 0, continue_since: null })
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
  })

  test('redelivers by status, and what was delivered only when that is asked for', async () => {
    const account = await service.account()
    const { id } = await makeEndpoint(account, { url: receiver.url })
    const video = (await account.createVideo()).body.id as string
    const isDelivered = async () => (await eventsFor(account, id))[0]?.status
    await expect.poll(isDelivered, PATIENTLY).toBe('delivered')
    expect((await recover(account, id, { since: someTimeAgo() })).body.recovered).toBe(0)
    expect((await recover(account, id, { since: someTimeAgo(), status: 'exhausted' })).body.recovered).toBe(0)
    expect((await recover(account, id, { since: someTimeAgo(), status: 'delivered' })).body.recovered).toBe(1)
    await expect.poll(() => deliveriesAbout(video).length, PATIENTLY).toBe(2)
    const later = new Date(Date.now() + 60_000).toISOString()
    expect((await recover(account, id, { since: later, status: 'delivered' })).body.recovered).toBe(0)
  })

  test('leaves out progress, and events of deleted videos but for that of the deletion', async () => {
    const account = await service.account()
    const types = ['video.progress', 'video.ready', 'video.deleted']
    const { id } = await makeEndpoint(account, { url: receiver.url, types })
    const [video] = await missed(account, id, 1)
    const progress = (await eventsFor(account, id)).filter(({ event }) => event === 'video.progress')
    expect(progress.length).toBeGreaterThan(0)
    expect(progress.every((event) => event.status === 'exhausted' && event.attempt_count === 1)).toBe(true)
    status = 500
    await account.request('DELETE', `/videos/${video}`)
    const deletion = async () => (await eventsFor(account, id)).find(({ event }) => event === 'video.deleted')
    await expect.poll(async () => (await deletion())?.last_response_status, PATIENTLY).toBe(500)
    status = 204
    expect((await recover(account, id, { since: someTimeAgo() })).body.recovered).toBeLessThanOrEqual(1)
    await expect.poll(async () => (await deletion())?.status, PATIENTLY).toBe('delivered')
    const told = deliveriesAbout(video!).filter(({ body }) => body.event === 'video.deleted')
    expect(told.at(-1)!.body.data).toEqual({ id: video, deleted: true })
  })

  test('goes on where a request has stopped', async () => {
    const account = await service.account()
    const { id } = await makeEndpoint(account, { url: receiver.url })
    await service.query(
      `insert into webhook_events (id, account_id, endpoint_id, subject_type, subject_id, type, ends_subject, status, completed_at,
         created_at)
       select 'evt_' || $3 || n, $1, $2, 'account', $1, 'allowance.low', false, 'exhausted', now(),
         now() - interval '2 hours' + n * interval '1 second'
       from generate_series(1, 1002) n`,
      [account.accountId, id, randomUUID().slice(0, 8)],
    )
    const since = new Date(Date.now() - 24 * 60 * 60 * 1_000).toISOString()
    const first = (await recover(account, id, { since, status: 'exhausted' })).body
    expect(first).toMatchObject({ recovered: 1_000, continue_since: expect.any(String) })
    const rest = (await recover(account, id, { since: first.continue_since, status: 'exhausted' })).body
    expect(rest).toEqual({ id, recovered: 2, continue_since: null })
    await account.request('DELETE', `/webhooks/endpoints/${id}`)
  })

  test.each<[string, unknown, object]>([
    ['more than a fortnight ago', new Date(Date.now() - 15 * 86_400_000).toISOString(), { since: 'invalid' }],
    ['no time', 'yesterday', { since: 'invalid' }],
    ['nothing', undefined, { since: 'required' }],
  ])('is refused for %s', async (_, since, fields) => {
    const account = await service.account()
    const { id } = await makeEndpoint(account, { url: receiver.url })
    expectProblem(await recover(account, id, { since }), 'invalid_request', fields as Record<string, string>)
  })

  test('is refused for a status that is held, and for an endpoint that does not exist', async () => {
    const account = await service.account()
    const { id } = await makeEndpoint(account, { url: receiver.url })
    const held = await recover(account, id, { since: someTimeAgo(), status: 'endpoint_disabled' })
    expectProblem(held, 'invalid_request', { status: 'invalid' })
    expectProblem(
      await recover(account, 'whe_01h455vb4pex5vsknk084sn02q', { since: someTimeAgo() }),
      'not_found',
    )
  })
})
