import { afterAll, describe, expect } from 'vitest'

import { addTwin } from '../../support/service/cast.ts'
import type { ApiAnswer, TestClient } from '../../support/service/client.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'
import { changeEndpoint, makeEndpoint, recover } from '../../support/webhook/event-endpoint.ts'
import { startWebhookReceiver } from '../../support/webhook/webhook-receiver.ts'
import type { WebhookReceiver } from '../../support/webhook/webhook-receiver.ts'

type TestAccount = Awaited<ReturnType<TestService['account']>>

let service: TestService
let mine: TestAccount
let other: TestAccount
let receiver: WebhookReceiver
/** Ids of another account, and ids of the same form that nobody has. */
let theirs: Ids
const nobodys: Ids = {
  video: 'vid_01h455vb4pex5vsknk084sn02q',
  twin: 'twn_01h455vb4pex5vsknk084sn02q',
  building: 'twn_01h455vb4pex5vsknk084sn02q',
  voice: 'voc_01h455vb4pex5vsknk084sn02q',
  event: 'evt_01h455vb4pex5vsknk084sn02q',
  batch: 'bat_01h455vb4pex5vsknk084sn02q',
  endpoint: 'whe_01h455vb4pex5vsknk084sn02q',
}

type Ids = Readonly<Record<'video' | 'twin' | 'building' | 'voice' | 'event' | 'batch' | 'endpoint', string>>

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  mine = await service.account('starter')
  other = await service.account('starter')
  receiver = await startWebhookReceiver()
  await other.request('PUT', '/webhooks/endpoint', { body: { url: receiver.url } })
  const { body } = await other.createVideo()
  await other.untilStatus(body.id, 'ready')
  const event = await receiver.about(body.id)
  const [voice] = (await other.request('GET', '/voices')).body.data
  theirs = {
    video: body.id,
    twin: (await addTwin(service, other)).id,
    building: (await addTwin(service, other, { status: 'building' })).id,
    voice: voice.id,
    event: String(event.headers['webhook-id']),
    endpoint: (await makeEndpoint(other, { url: receiver.url, types: ['video.deleted'] })).id,
    batch: String(
      (
        await other.request('POST', '/batches', {
          body: { idempotency_key: 'theirs', items: [{ script: 'Hi.', presenter_id: 'nobody' }] },
        })
      ).body.id,
    ),
  }
})
afterAll(async () => {
  await receiver.stop()
})

const asTwin = (id: string) => ({ presenter_id: undefined, twin_id: id })
const estimate = (client: TestClient, body: object) =>
  client.request('POST', '/videos/estimate', { body: { script: 'Hi.', presenter_id: 'maya', ...body } })

describe('what belongs to another account looks exactly like what never was', () => {
  test.each<[string, (client: TestClient, ids: Ids) => Promise<ApiAnswer>]>([
    ['GET /videos/{id}', (client, { video }) => client.request('GET', `/videos/${video}`)],
    ['GET /videos/{id}/script', (client, { video }) => client.request('GET', `/videos/${video}/script`)],
    ['GET /videos/{id}/file', (client, { video }) => client.request('GET', `/videos/${video}/file`)],
    [
      'PATCH /videos/{id}',
      (client, { video }) => client.request('PATCH', `/videos/${video}`, { body: { title: 'Mine' } }),
    ],
    ['DELETE /videos/{id}', (client, { video }) => client.request('DELETE', `/videos/${video}`)],
    ['GET /videos?before=', (client, { video }) => client.request('GET', `/videos?before=${video}`)],
    ['GET /batches/{id}', (client, { batch }) => client.request('GET', `/batches/${batch}`)],
    ['DELETE /batches/{id}', (client, { batch }) => client.request('DELETE', `/batches/${batch}`)],
    ['GET /batches?before=', (client, { batch }) => client.request('GET', `/batches?before=${batch}`)],
    [
      'GET /webhooks/endpoints/{id}',
      (client, { endpoint }) => client.request('GET', `/webhooks/endpoints/${endpoint}`),
    ],
    [
      'PATCH /webhooks/endpoints/{id}',
      (client, { endpoint }) => changeEndpoint(client, endpoint, { paused: true }),
    ],
    [
      'DELETE /webhooks/endpoints/{id}',
      (client, { endpoint }) => client.request('DELETE', `/webhooks/endpoints/${endpoint}`),
    ],
    [
      'POST /webhooks/endpoints/{id}/test',
      (client, { endpoint }) => client.request('POST', `/webhooks/endpoints/${endpoint}/test`),
    ],
    [
      'POST /webhooks/endpoints/{id}/rotate-secret',
      (client, { endpoint }) => client.request('POST', `/webhooks/endpoints/${endpoint}/rotate-secret`),
    ],
    [
      'POST /webhooks/endpoints/{id}/recover',
      (client, { endpoint }) => recover(client, endpoint, { since: new Date().toISOString() }),
    ],
    ['GET /webhooks/events/{id}', (client, { event }) => client.request('GET', `/webhooks/events/${event}`)],
    [
      'GET /webhooks/events?before=',
      (client, { event }) => client.request('GET', `/webhooks/events?before=${event}`),
    ],
    [
      'POST /webhooks/events/{id}/redeliver',
      (client, { event }) => client.request('POST', `/webhooks/events/${event}/redeliver`),
    ],
    ['a twin in POST /videos', (client, { twin }) => client.createVideo(asTwin(twin))],
    ['a building twin in POST /videos', (client, { building }) => client.createVideo(asTwin(building))],
    ['a voice in POST /videos', (client, { voice }) => client.createVideo({ voice_id: voice })],
    ['a twin in POST /videos/estimate', (client, { twin }) => estimate(client, asTwin(twin))],
    ['a voice in POST /videos/estimate', (client, { voice }) => estimate(client, { voice_id: voice })],
  ])('%s', async (_, ask) => {
    const foreign = faceOf(await ask(mine, theirs), theirs)
    const missing = faceOf(await ask(mine, nobodys), nobodys)
    expect(foreign).toEqual(missing)
    expect(foreign.text).toMatch(/not_found|invalid_request/u)
  })

  test('and it is still there for its owner', async () => {
    const [video] = await service.query<{ deleted_at: Date | null }>(
      'select deleted_at from videos where id = $1',
      [theirs.video],
    )
    expect(video).toEqual({ deleted_at: null })
  })
})

describe('an account sees nothing of another’s webhook', () => {
  test('nor of its events', async () => {
    expect((await other.request('GET', '/webhooks/events')).body.data).toHaveLength(1)
    expect((await mine.request('GET', '/webhooks/events')).body.data).toEqual([])
    const log = `/webhooks/events?endpoint_id=${theirs.endpoint}`
    expect((await mine.request('GET', log)).body.data).toEqual([])
  })

  test('and changes nothing of it by setting, rotating or removing its own', async () => {
    const before = (await other.request('GET', '/webhooks/endpoint')).body
    await mine.request('PUT', '/webhooks/endpoint', { body: { url: 'https://hooks.example.com/' } })
    await mine.request('POST', '/webhooks/endpoint/rotate-secret')
    await mine.request('DELETE', '/webhooks/endpoint')
    expect((await other.request('GET', '/webhooks/endpoint')).body).toEqual(before)
  })

  test('and its test event goes to its own webhook alone', async () => {
    const received = receiver.received.length
    expect((await mine.request('POST', '/webhooks/test')).status).toBe(400)
    expect(receiver.received).toHaveLength(received)
  })
})

/** All of an answer but what differs between any two: its id, its moment, and the id that was asked for. */
function faceOf({ status, headers, body }: ApiAnswer, ids: Ids) {
  const told = [...headers].filter(([name]) => !['date', 'x-request-id', 'ratelimit'].includes(name))
  let text = JSON.stringify(body).replace(/req_[0-9a-f]{32}/u, 'req_')
  for (const id of Object.values(ids)) text = text.replaceAll(id, 'id')
  return { status, headers: told, text }
}
