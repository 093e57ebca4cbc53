import type { Client } from '@temporalio/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { DEFAULT_PLANS } from '../../../src/domain/account/plan.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { createBatchClient, ITEM } from '../../support/service/batch-client.ts'
import { signedIn } from '../../support/http/signed-in.ts'
import { addTwin } from '../../support/service/cast.ts'
import { startHeldService } from '../../support/service/held-service.ts'
import type { HeldStudio } from '../../support/service/held-studio.ts'
import { keepHouse } from '../../support/service/keep-house.ts'
import type { TestService } from '../../support/service/service.ts'
import { deliveryOf, eventsFor, makeEndpoint, typesFor } from '../../support/webhook/event-endpoint.ts'
import { startWebhookReceiver } from '../../support/webhook/webhook-receiver.ts'
import type { WebhookReceiver } from '../../support/webhook/webhook-receiver.ts'

const OF_VIDEOS = [
  'video.queued',
  'video.rendering',
  'video.progress',
  'video.ready',
  'video.failed',
  'video.deleted',
  'video.expiring',
]

let service: TestService
let studio: HeldStudio
let temporal: Client
let stop: () => Promise<void>
let receiver: WebhookReceiver

beforeAll(async () => {
  const scale = DEFAULT_PLANS.find((plan) => plan.id === 'scale')!
  const one = { ...scale, id: 'one', concurrentVideos: 1 }
  const kept = [3, 30].map((keepDays) => ({ ...scale, id: `kept-${keepDays}`, keepDays }))
  const plans = new Map([...DEFAULT_PLANS, one, ...kept].map((plan) => [plan.id, plan]))
  ;({ service, studio, temporal, stop } = await startHeldService({ config: { plans } }))
  receiver = await startWebhookReceiver()
})
afterAll(async () => {
  await stop()
  await receiver.stop()
})

const told = (type: string, id: string) => deliveryOf(receiver, type, id)

describe('events of videos', () => {
  test('are told in the order in which a video comes to its end, with the video as it is', async () => {
    studio.hold()
    const account = await service.account('one')
    const { id: endpoint } = await makeEndpoint(account, { url: receiver.url, types: OF_VIDEOS })
    const first = (await account.createVideo()).body.id as string
    const second = (await account.createVideo({ queue: true, script: 'Fail.' })).body.id as string
    expect((await told('video.rendering', first)).body.data).toMatchObject({ id: first, status: 'rendering' })
    expect((await told('video.queued', second)).body.data).toMatchObject({ id: second, status: 'queued' })
    studio.release()
    expect((await told('video.ready', first)).body.data.status).toBe('ready')
    await told('video.rendering', second)
    expect((await told('video.failed', second)).body.data.error.code).toBe('render_failed')
    const events = await eventsFor(account, endpoint)
    const of = (video: string) =>
      events.filter(({ video_id }) => video_id === video).map(({ event }) => event as string)
    expect(of(second).toReversed()).toEqual(['video.queued', 'video.rendering', 'video.failed'])
    const ofFirst = of(first).toReversed()
    expect([ofFirst[0], ofFirst.at(-1)]).toEqual(['video.rendering', 'video.ready'])
    const progress = ofFirst.slice(1, -1)
    expect(new Set(progress)).toEqual(new Set(['video.progress']))
    expect(progress.length).toBeLessThanOrEqual(3)
  })

  test('are not told of videos that were made in the application', async () => {
    studio.release()
    const account = await service.account()
    const { id } = await makeEndpoint(account, { url: receiver.url, types: OF_VIDEOS })
    const owner = await signedIn(service, account)
    const body = { script: 'Hello there.', presenter_id: 'maya' }
    const video = (await owner.request('POST', '/videos', body)).body.id as string
    await account.untilStatus(video, 'ready')
    await account.request('DELETE', `/videos/${video}`)
    expect(await eventsFor(account, id)).toEqual([])
  })

  test('tell of a deletion, whatever has deleted the video', async () => {
    studio.release()
    const account = await service.account('kept-3')
    const types = ['video.deleted']
    const { id } = await makeEndpoint(account, { url: receiver.url, types })
    const [mine, expired] = [
      (await account.createVideo()).body.id as string,
      (await account.createVideo()).body.id as string,
    ]
    for (const video of [mine, expired]) await account.untilStatus(video, 'ready')
    await account.request('DELETE', `/videos/${mine}`)
    expect((await told('video.deleted', mine)).body.data).toEqual({ id: mine, deleted: true })
    await service.query(`update videos set expires_at = now() - interval '1 minute' where id = $1`, [expired])
    await keepHouse(temporal)
    await told('video.deleted', expired)
    const [log] = await eventsFor(account, id)
    expect(log).toMatchObject({ event: 'video.deleted', video_id: expired, subject_id: expired })
  })

  test('tell at once of all videos of a batch that is cancelled, and of the batch', async () => {
    studio.hold()
    const account = createBatchClient(await service.account('scale'))
    const types = ['video.deleted', 'batch.finished']
    await makeEndpoint(account, { url: receiver.url, types })
    const batch = (await account.createBatch({ items: [ITEM, ITEM] })).body.id as string
    const videos = async () =>
      (await account.request('GET', `/videos?batch_id=${batch}`)).body.data.map(
        ({ id }: { id: string }) => id,
      ) as string[]
    await expect.poll(async () => (await videos()).length, PATIENTLY).toBe(2)
    const started = await videos()
    await account.request('DELETE', `/batches/${batch}`)
    for (const video of started) await told('video.deleted', video)
    const finished = await told('batch.finished', batch)
    expect(finished.body.data).toMatchObject({ id: batch, status: 'cancelled', item_count: 2 })
    expect(finished.body.data.items).toBeUndefined()
  })
})

describe('video.expiring', () => {
  const expiresIn = (id: string, interval: string) =>
    service.query('update videos set expires_at = now() + $2::interval where id = $1', [id, interval])

  test('is told once, a week before, or when half of the time of a video is over', async () => {
    studio.release()
    const types = ['video.expiring']
    const long = await service.account('kept-30')
    const short = await service.account('kept-3')
    const [ofLong, ofShort] = [
      await makeEndpoint(long, { url: receiver.url, types }),
      await makeEndpoint(short, { url: receiver.url, types }),
    ]
    const [soon, later] = [
      (await long.createVideo()).body.id as string,
      (await long.createVideo()).body.id as string,
    ]
    const [half, young] = [
      (await short.createVideo()).body.id as string,
      (await short.createVideo()).body.id as string,
    ]
    for (const video of [soon, later]) await long.untilStatus(video, 'ready')
    for (const video of [half, young]) await short.untilStatus(video, 'ready')
    const createdAgo = (id: string, interval: string) =>
      service.query('update videos set created_at = created_at - $2::interval where id = $1', [id, interval])
    for (const video of [soon, later]) await createdAgo(video, '20 days')
    await createdAgo(half, '36 hours')
    await expiresIn(soon, '6 days')
    await expiresIn(later, '8 days')
    await expiresIn(half, '35 hours')

    await keepHouse(temporal)
    await keepHouse(temporal)

    expect((await told('video.expiring', soon)).body.data.expires_at).not.toBeNull()
    await told('video.expiring', half)
    expect((await eventsFor(long, ofLong.id)).map(({ video_id }) => video_id)).toEqual([soon])
    expect((await eventsFor(short, ofShort.id)).map(({ video_id }) => video_id)).toEqual([half])
    expect(young).not.toBe(half)
  })
})

describe('events of twins', () => {
  test('are told when a twin can be used and when it is withdrawn', async () => {
    const account = await service.account('scale')
    const { id } = await makeEndpoint(account, {
      url: receiver.url,
      types: ['twin.ready', 'twin.withdrawn'],
    })
    const twin = await addTwin(service, account)
    const ready = await told('twin.ready', twin.id)
    const [listed] = (await account.request('GET', '/twins')).body.data
    expect(ready.body.data).toEqual(listed)
    const owner = await signedIn(service, account)
    await owner.request('DELETE', `/twin-studio/${twin.id}`)
    const withdrawn = await told('twin.withdrawn', twin.id)
    expect(withdrawn.body.data).toEqual({ id: twin.id, withdrawn: true })
    expect((await eventsFor(account, id))[0]).toMatchObject({ video_id: null, subject_id: twin.id })
  })
})

describe('allowance.low', () => {
  test('is told once a period, when less than a fifth is left, and never of test data', async () => {
    studio.release()
    const account = await service.account('scale')
    const testData = await service.testData(account.accountId)
    const types = ['allowance.low']
    const [live, ofTests] = [
      await makeEndpoint(account, { url: receiver.url, types }),
      await makeEndpoint(testData, { url: receiver.url, types }),
    ]
    await account.createVideo()
    expect(await typesFor(account, live.id)).toEqual([])
    const { remaining_video_seconds: left } = (await account.request('GET', '/me')).body
    const spent = Math.ceil(left * 0.85)
    await service.query(
      'update accounts set remaining_seconds = remaining_seconds - $2, used_seconds = used_seconds + $2 where id = $1',
      [account.accountId, spent],
    )
    await account.createVideo()
    await account.createVideo()
    await testData.createVideo()
    await expect.poll(() => typesFor(account, live.id), PATIENTLY).toEqual(['allowance.low'])
    const find = () =>
      receiver.received.find(
        ({ body }) => body.event === 'allowance.low' && body.data.used_video_seconds >= spent,
      )
    await expect.poll(() => find()?.body.data.remaining_video_seconds, PATIENTLY).toBeLessThan(left * 0.2)

    await service.query(
      `update webhook_events set created_at = created_at - interval '40 days' where endpoint_id = $1`,
      [live.id],
    )
    await account.createVideo()
    expect(await typesFor(account, live.id)).toEqual(['allowance.low', 'allowance.low'])
    expect(await eventsFor(testData, ofTests.id)).toEqual([])
  })
})
