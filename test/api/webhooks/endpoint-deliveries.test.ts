import { Webhook } from 'standardwebhooks'
import { afterAll, describe, expect } from 'vitest'

import { PATIENTLY } from '../../support/run/patiently.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'
import {
  changeEndpoint,
  deliveryOf,
  eventsFor,
  makeEndpoint,
  signatureBy,
  typesFor,
} from '../../support/webhook/event-endpoint.ts'
import { startWebhookReceiver } from '../../support/webhook/webhook-receiver.ts'
import type { WebhookReceiver } from '../../support/webhook/webhook-receiver.ts'

let service: TestService
let receiver: WebhookReceiver

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver.stop())

const about = (id: string) => receiver.received.filter(({ body }) => body.data.id === id)

describe('an event', () => {
  test('goes to the account webhook and to each endpoint that asks for it, signed with the secret of each', async () => {
    const account = await service.account()
    await account.request('PUT', '/webhooks/endpoint', { body: { url: receiver.url } })
    const one = await makeEndpoint(account, { url: receiver.url })
    const other = await makeEndpoint(account, { url: receiver.url, types: ['video.ready'] })
    const { id } = (await account.createVideo()).body
    await expect.poll(() => about(id).length, PATIENTLY).toBe(3)
    for (const secret of [account.webhookSecret, one.secret, other.secret]) {
      // Each by its own header: in one millisecond, one secret signs two deliveries alike.
      const signed = about(id).filter(
        (hook) => hook.headers['x-service-signature'] === signatureBy(secret, hook),
      )
      expect(signed).toHaveLength(1)
      expect(() => new Webhook(secret).verify(signed[0]!.rawBody, signed[0]!.headers as never)).not.toThrow()
    }
    const ids = about(id).map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(3)
    const list = (await account.request('GET', '/webhooks/events')).body.data
    expect(list).toMatchObject([{ event: 'video.ready', endpoint_id: null, video_id: id }])
    await expect
      .poll(() => eventsFor(account, one.id), PATIENTLY)
      .toMatchObject([{ event: 'video.ready', endpoint_id: one.id, subject_id: id, status: 'delivered' }])
    expect(await service.wrongWith(account)).toEqual([])
  })

  test('goes to endpoints also where a video has a webhook of its own', async () => {
    const account = await service.account()
    await makeEndpoint(account, { url: receiver.url })
    const own = await startWebhookReceiver()
    const { id } = (await account.createVideo({ webhook_url: own.url })).body
    await own.about(id)
    await deliveryOf(receiver, 'video.ready', id)
    await own.stop()
  })

  test('is not written for an account that has no endpoint, and for none that does not ask for it', async () => {
    const [account, other] = [await service.account(), await service.account()]
    const { id } = await makeEndpoint(other, { url: receiver.url, types: ['video.failed'] })
    for (const client of [account, other]) {
      const video = (await client.createVideo()).body
      await client.untilStatus(video.id, 'ready')
    }
    const written = await service.query<{ endpoint_id: string | null }>(
      'select endpoint_id from webhook_events where account_id = any($1)',
      [[account.accountId, other.accountId]],
    )
    expect(written).toEqual([{ endpoint_id: null }, { endpoint_id: null }])
    expect(await eventsFor(other, id)).toEqual([])
  })

  test('of test data goes to endpoints of test data, and of live data to the others', async () => {
    const account = await service.account()
    const testData = await service.testData(account.accountId)
    const live = await makeEndpoint(account, { url: receiver.url })
    const tested = await makeEndpoint(testData, { url: receiver.url })
    const liveVideo = (await account.createVideo()).body.id
    const testVideo = (await testData.createVideo()).body.id
    await deliveryOf(receiver, 'video.ready', liveVideo)
    await deliveryOf(receiver, 'video.ready', testVideo)
    expect((await eventsFor(account, live.id)).map(({ video_id }) => video_id)).toEqual([liveVideo])
    expect((await eventsFor(testData, tested.id)).map(({ video_id }) => video_id)).toEqual([testVideo])
  })
})

describe('a filter by metadata', () => {
  test('lets through what has all of its pairs, as the metadata are then', async () => {
    const account = await service.account('scale')
    const metadata = { customer: '1042', kind: 'news' }
    const types = ['video.ready', 'video.deleted']
    const { id } = await makeEndpoint(account, { url: receiver.url, types, metadata })
    const videos = []
    for (const given of [metadata, { ...metadata, more: 'x' }, { customer: '1042' }, undefined]) {
      const video = (await account.createVideo({ metadata: given })).body
      videos.push(video.id)
      await account.untilStatus(video.id, 'ready')
    }
    await deliveryOf(receiver, 'video.ready', videos[0])
    await deliveryOf(receiver, 'video.ready', videos[1])
    // Without the pair, it is not told of the deletion.
    await account.request('PATCH', `/videos/${videos[1]}`, { body: { metadata: { kind: null } } })
    for (const video of videos) await account.request('DELETE', `/videos/${video}`)
    await deliveryOf(receiver, 'video.deleted', videos[0])
    expect(await typesFor(account, id)).toEqual(['video.deleted', 'video.ready', 'video.ready'])
  })

  test('lets nothing through that has no metadata', async () => {
    const account = await service.account()
    const all = { url: receiver.url, types: ['allowance.low', 'video.ready'] }
    const { id } = await makeEndpoint(account, { ...all, metadata: { customer: '1042' } })
    const { id: without } = await makeEndpoint(account, all)
    await service.query('update accounts set remaining_seconds = 60, used_seconds = 1000 where id = $1', [
      account.accountId,
    ])
    const video = (await account.createVideo()).body
    await account.untilStatus(video.id, 'ready')
    expect(await typesFor(account, without)).toEqual(['allowance.low', 'video.ready'])
    expect(await eventsFor(account, id)).toEqual([])
  })
})

describe('a paused endpoint', () => {
  test('is sent nothing until it is resumed, and then what was held, but no old progress', async () => {
    const account = await service.account()
    const types = ['video.rendering', 'video.progress', 'video.ready']
    const { id } = await makeEndpoint(account, { url: receiver.url, types, paused: true })
    const video = (await account.createVideo()).body
    await account.untilStatus(video.id, 'ready')
    const held = await eventsFor(account, id)
    expect(held.map(({ event, status }) => [event, status])).toEqual([
      ['video.ready', 'endpoint_disabled'],
      ['video.rendering', 'endpoint_disabled'],
    ])
    expect(about(video.id)).toEqual([])

    const resumed = await changeEndpoint(account, id, { paused: false })
    expect(resumed.body.status).toBe('enabled')
    await deliveryOf(receiver, 'video.ready', video.id)
    await deliveryOf(receiver, 'video.rendering', video.id)
    expect(about(video.id)).toHaveLength(2)
  })

  test('takes test events all the same', async () => {
    const account = await service.account()
    const { id } = await makeEndpoint(account, { url: receiver.url, paused: true })
    const { body } = await account.request('POST', `/webhooks/endpoints/${id}/test`)
    expect(body).toMatchObject({ delivered: true, event: 'video.ready' })
    expect((await account.request('GET', `/webhooks/endpoints/${id}`)).body.status).toBe('paused')
  })
})

test('a deleted endpoint is sent nothing any more, and its log can still be read', async () => {
  const account = await service.account()
  const refusing = await startWebhookReceiver(() => 500)
  const { id } = await makeEndpoint(account, { url: refusing.url })
  const video = (await account.createVideo()).body
  await deliveryOf(refusing, 'video.ready', video.id)
  await account.request('DELETE', `/webhooks/endpoints/${id}`)
  expect(await eventsFor(account, id)).toMatchObject([{ event: 'video.ready', status: 'no_destination' }])
  await account.createVideo()
  expect(await eventsFor(account, id)).toHaveLength(1)
  await refusing.stop()
})

describe('a test event', () => {
  const TYPES = [
    'video.ready',
    'video.failed',
    'video.queued',
    'video.rendering',
    'video.progress',
    'video.expiring',
    'video.deleted',
    'batch.finished',
    'twin.ready',
    'twin.withdrawn',
    'allowance.low',
  ]

  test.each(TYPES)('of %s is sent with the secret of the endpoint, and not logged', async (event) => {
    const account = await service.account()
    const { id, secret } = await makeEndpoint(account, { url: receiver.url })
    const { body } = await account.request('POST', `/webhooks/endpoints/${id}/test`, { body: { event } })
    expect(body).toMatchObject({ event, delivered: true, url: receiver.url })
    const hook = receiver.received.find(({ headers }) => headers['webhook-id'] === body.event_id)!
    expect(hook.body.event).toBe(event)
    expect(hook.headers['x-service-signature']).toBe(signatureBy(secret, hook))
    expect(await eventsFor(account, id)).toEqual([])
  })
})

test('a rotated secret signs with the one before for as long as is asked', async () => {
  const account = await service.account()
  const { id, secret: before } = await makeEndpoint(account, { url: receiver.url })
  const { body } = await account.request('POST', `/webhooks/endpoints/${id}/rotate-secret`)
  const video = (await account.createVideo()).body
  const hook = await deliveryOf(receiver, 'video.ready', video.id)
  for (const secret of [before, body.secret]) {
    expect(() => new Webhook(secret).verify(hook.rawBody, hook.headers as never)).not.toThrow()
  }
  expect(hook.headers['x-service-signature']).toBe(signatureBy(body.secret, hook))

  const leaked = { body: { overlap_seconds: 0 } }
  const last = (await account.request('POST', `/webhooks/endpoints/${id}/rotate-secret`, leaked)).body.secret
  const later = (await account.createVideo()).body
  const signed = await deliveryOf(receiver, 'video.ready', later.id)
  expect(() => new Webhook(last).verify(signed.rawBody, signed.headers as never)).not.toThrow()
  expect(() => new Webhook(body.secret).verify(signed.rawBody, signed.headers as never)).toThrow()
})
