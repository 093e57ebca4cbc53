import { afterAll, describe, expect } from 'vitest'

import { expectProblem } from '../../support/http/expect-problem.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'
import { startWebhookReceiver } from '../../support/webhook/webhook-receiver.ts'
import type { WebhookReceiver } from '../../support/webhook/webhook-receiver.ts'

type TestAccount = Awaited<ReturnType<TestService['account']>>

let service: TestService
let account: TestAccount
let receiver: WebhookReceiver

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  account = await service.account('scale')
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver.stop())

const METADATA = { order: '1042', shop: 'oslo' }
const update = (id: string, body: unknown) => account.request('PATCH', `/videos/${id}`, { body })
const made = async (body: object = {}): Promise<string> =>
  (await account.createVideo({ title: 'Welcome', metadata: METADATA, queue: true, ...body })).body.id
const idsWith = async (query: string): Promise<string[]> =>
  (await account.request('GET', `/videos?${query}`)).body.data.map(({ id }: { id: string }) => id)

describe('PATCH /videos/{id}', () => {
  test.each<[string, object, { title: string | null; metadata: object | null }]>([
    ['nothing changes nothing', {}, { title: 'Welcome', metadata: METADATA }],
    ['a title', { title: 'Hello' }, { title: 'Hello', metadata: METADATA }],
    ['null removes the title', { title: null }, { title: null, metadata: METADATA }],
    [
      'pairs are merged',
      { metadata: { shop: 'rome', vip: '' } },
      { title: 'Welcome', metadata: { order: '1042', shop: 'rome', vip: '' } },
    ],
    [
      'null removes a pair, and only that',
      { metadata: { shop: null, nowhere: null } },
      { title: 'Welcome', metadata: { order: '1042' } },
    ],
    ['no pairs change nothing', { metadata: {} }, { title: 'Welcome', metadata: METADATA }],
    ['null removes all metadata', { metadata: null }, { title: 'Welcome', metadata: null }],
  ])('%s', async (_, body, expected) => {
    const id = await made()
    const { status, body: video } = await update(id, body)
    expect(status).toBe(200)
    expect(video).toMatchObject({ id, ...expected })
    expect(video.metadata).toEqual(expected.metadata)
    // Again: it is as it is.
    expect((await update(id, body)).body.metadata).toEqual(expected.metadata)
    expect((await account.request('GET', `/videos/${id}`)).body).toMatchObject(expected)
  })

  test('metadata begins where there was none, and is found by it from then on', async () => {
    const id = await made({ metadata: undefined })
    await update(id, { metadata: { batch: id } })
    expect(await idsWith(`metadata[batch]=${id}`)).toEqual([id])
    await update(id, { metadata: { batch: 'other' } })
    expect(await idsWith(`metadata[batch]=${id}`)).toEqual([])
    await update(id, { metadata: { batch: id } })
    await account.request('DELETE', `/videos/${id}`)
    expect(await idsWith(`metadata[batch]=${id}`)).toEqual([])
  })

  test('changes that come at the same time are all there afterwards, and bounds hold', async () => {
    const id = await made({ metadata: {} })
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, at) => update(id, { metadata: { [`key${at}`]: 'v' } })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expectProblem(answer, 'invalid_request', { metadata: 'too_long' })
    const { body } = await account.request('GET', `/videos/${id}`)
    expect(Object.keys(body.metadata)).toHaveLength(20)
  })

  test('a repeated creation compares with the creation, and shows the video as it is now', async () => {
    const creation = { title: 'Welcome', metadata: METADATA, idempotency_key: 'edited' }
    const id = await made(creation)
    await update(id, { title: 'Hello', metadata: { shop: null } })
    const again = await account.createVideo({ ...creation, queue: true })
    expect(again.status).toBe(202)
    expect(again.body).toMatchObject({ id, title: 'Hello', metadata: { order: '1042' } })
    const other = await account.createVideo({ ...creation, title: 'Hello', queue: true })
    expectProblem(other, 'invalid_request', { idempotency_key: 'reused' })
  })

  test('a webhook carries the metadata as it is when it is sent', async () => {
    const id = await made({ webhook_url: receiver.url })
    await account.untilStatus(id, 'ready')
    const event = await receiver.about(id)
    expect(event.body.data.metadata).toEqual(METADATA)
    await update(id, { metadata: { shop: 'rome' } })
    await account.request('POST', `/webhooks/events/${String(event.headers['webhook-id'])}/redeliver`)
    await expect
      .poll(
        () =>
          receiver.received
            .filter(({ body }) => body.data.id === id)
            .map(({ body }) => body.data.metadata.shop),
        {
          timeout: 15_000,
        },
      )
      .toEqual(['oslo', 'rome'])
  })
})

describe('400 invalid_request', () => {
  test.each<[string, object, Record<string, string>]>([
    ['a title that is empty', { title: '' }, { title: 'invalid' }],
    ['a title that is too long', { title: 'x'.repeat(201) }, { title: 'too_long' }],
    ['a title that is no text', { title: 1 }, { title: 'invalid' }],
    ['a value that is too long', { metadata: { a: 'x'.repeat(501) } }, { 'metadata.a': 'too_long' }],
    ['a value that is no text', { metadata: { a: 1 } }, { 'metadata.a': 'invalid' }],
    [
      'a key that is too long',
      { metadata: { ['k'.repeat(41)]: 'v' } },
      { [`metadata.${'k'.repeat(41)}`]: 'too_long' },
    ],
    ['metadata that is a list', { metadata: ['a'] }, { metadata: 'invalid' }],
    ['what cannot be changed', { script: 'Other words.' }, { script: 'unknown' }],
  ])('%s', async (_, body, fields) => {
    const id = await made()
    expectProblem(await update(id, body), 'invalid_request', fields)
    expect((await account.request('GET', `/videos/${id}`)).body).toMatchObject({
      title: 'Welcome',
      metadata: METADATA,
    })
  })
})

describe('404 not_found', () => {
  test('a deleted video, one of another account and one that never was cannot be told apart', async () => {
    const deleted = await made()
    await account.request('DELETE', `/videos/${deleted}`)
    const foreign = (await (await service.account()).createVideo()).body.id
    for (const id of [deleted, foreign, 'vid_01h455vb4pex5vsknk084sn02q', 'x'])
      expectProblem(await update(id, { title: 'Mine' }), 'not_found')
  })
})
