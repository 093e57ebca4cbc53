import { gzipSync } from 'node:zlib'

import { describe, expect } from 'vitest'

import { LONGEST_BATCH_KEY } from '../../../src/domain/batch/item-key.ts'
import { MOST_ITEMS, MOST_RUNNING_BATCHES } from '../../../src/domain/batch/batch.ts'
import { addTwin } from '../../support/service/cast.ts'
import { createBatchClient, ITEM, newKey } from '../../support/service/batch-client.ts'
import { test } from '../../support/service/default-service.ts'
import { expectProblem } from '../../support/http/expect-problem.ts'
import type { TestService } from '../../support/service/service.ts'

let service: TestService

test.beforeAll(({ defaultService }) => {
  service = defaultService
})

const client = async (planId = 'scale') => createBatchClient(await service.account(planId))
const codesOf = (items: readonly { error: { code: string } | null }[]) =>
  items.map(({ error }) => error?.code ?? null)

describe('202', () => {
  test('the batch has an item for each that was sent, with its own key, and what all of them would hold', async () => {
    const account = await client()
    const key = newKey()
    const estimate = await account.request('POST', '/videos/estimate', { body: ITEM })
    const { status, body, headers } = await account.createBatch({
      idempotency_key: key,
      items: [ITEM, { ...ITEM, title: 'Second' }],
      title: 'Both',
      metadata: { order: '1' },
    })
    expect(status).toBe(202)
    expect(headers.get('Location')).toBe(`${service.url}/api/v1/batches/${body.id}`)
    expect(headers.get('Idempotency-Replayed')).toBeNull()
    expect(body).toMatchObject({
      status: 'running',
      idempotency_key: key,
      title: 'Both',
      metadata: { order: '1' },
      item_count: 2,
      estimated_video_seconds: 2 * estimate.body.video_seconds,
      ended_at: null,
    })
    expect(body.items).toMatchObject([
      { index: 0, idempotency_key: `${key}/1`, error: null },
      { index: 1, idempotency_key: `${key}/2`, error: null },
    ])
  })

  test('all items become ordinary videos, and the batch is finished', async () => {
    const account = await client()
    const { body } = await account.createBatch({ items: [ITEM, { ...ITEM, title: 'Second' }, ITEM] })
    const batch = await account.untilEnded(body.id)
    expect(batch).toMatchObject({ status: 'finished', counts: { ready: 3, waiting: 0, failed: 0 } })
    const second = await account.request('GET', `/videos/${batch.items[1].video_id}`)
    expect(second.body).toMatchObject({ status: 'ready', title: 'Second', batch_id: body.id })
    const alone = await account.createVideo()
    expect(alone.body.batch_id).toBeNull()
    const { body: list } = await account.request('GET', `/videos?batch_id=${body.id}`)
    // They were created in the order of the items.
    expect(list.data.map(({ id }: { id: string }) => id)).toEqual(
      batch.items.map((item: { video_id: string }) => item.video_id).toReversed(),
    )
    expect(await service.wrongWith(account)).toEqual([])
  })

  test('what is invalid is told by item before anything starts, as creating it alone would, and the others go on', async () => {
    const account = await client()
    const building = await addTwin(service, account, { status: 'building' })
    const wrong = [
      { ...ITEM, presenter_id: 'nobody' },
      { ...ITEM, script: '' },
      { ...ITEM, script: 'a'.repeat(3_001), titel: 'Typo' },
      { script: 'Hi.', twin_id: building.id },
      { ...ITEM, idempotency_key: 'its-own' },
      'no object',
      null,
    ]
    const { body } = await account.createBatch({ items: [...wrong, ITEM] })
    const problems = codesOf(body.items)
    expect(problems).toEqual([
      'not_found',
      'invalid_request',
      'script_too_long',
      'twin_not_ready',
      'invalid_request',
      'invalid_request',
      'invalid_request',
      null,
    ])
    const alone = await account.request('POST', '/videos', { body: wrong[2] })
    const { request_id: _, ...error } = alone.body.error
    expect(body.items[2].error).toMatchObject(error)
    expect(body.items[4].error.fields).toHaveProperty('idempotency_key.code', 'unknown')
    expect(body.items[5].error.fields).toHaveProperty('body.code', 'invalid')
    expect(body.items[0]).toMatchObject({ status: 'failed', video_id: null })
    const batch = await account.untilEnded(body.id)
    expect(batch).toMatchObject({ status: 'finished', counts: { failed: 7, ready: 1 } })
    expect(codesOf(batch.items)).toEqual(problems)
  })

  test('a batch of which nothing is valid is finished at once', async () => {
    const account = await client()
    const { body } = await account.createBatch({ items: [{ script: 'Hi.' }] })
    expect(await account.untilEnded(body.id)).toMatchObject({ status: 'finished', counts: { failed: 1 } })
  })

  test(`a hundred of the longest scripts are a batch, also compressed`, async () => {
    const account = await client()
    const script = '語'.repeat(3_000)
    const items = Array.from({ length: MOST_ITEMS }, (_, index) => ({
      script,
      presenter_id: `nobody_${index}`,
    }))
    const { status, body } = await account.createBatch({ items })
    expect(status).toBe(202)
    expect(body.items).toHaveLength(MOST_ITEMS)
    const response = await fetch(`${service.url}/api/v1/batches`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${account.key}`,
        'Content-Type': 'application/json',
        'Content-Encoding': 'gzip',
        'Idempotency-Key': newKey(),
      },
      body: gzipSync(JSON.stringify({ items })),
    })
    expect(response.status).toBe(202)
    await response.arrayBuffer()
  })

  test('one request is one request, and its items are creations when they start', async () => {
    const limited = await service.startApi({ config: { rateLimits: { requests: 5, creates: 2 } } })
    const account = createBatchClient(await service.account('scale'), limited.url)
    const { headers } = await account.createBatch({ items: [ITEM, ITEM, ITEM, ITEM] })
    expect(headers.get('RateLimit')).toMatch(/"requests";r=4/u)
    expect(headers.get('RateLimit')).not.toContain('creates')
    await limited.stop()
  })
})

describe('400', () => {
  test('of an atomic batch one invalid item refuses the whole, by its place', async () => {
    const account = await client()
    const building = await addTwin(service, account, { status: 'building' })
    const refused = await account.createBatch({
      atomic: true,
      items: [
        ITEM,
        { ...ITEM, script: '' },
        ITEM,
        { script: 'Hi.', twin_id: building.id },
        { script: 'Hi.' },
      ],
    })
    expectProblem(refused, 'invalid_request', {
      'items.1.script': 'required',
      'items.3': 'invalid',
      'items.4.presenter_id': 'required',
      'items.4.twin_id': 'required',
    })
    expect((await account.request('GET', '/batches')).body.data).toEqual([])
    const accepted = await account.createBatch({ atomic: true, items: [ITEM] })
    expect(accepted.status).toBe(202)
  })

  test('a batch has a key: in the header or as a field, and the same where it has both', async () => {
    const account = await client()
    const body = { items: [ITEM] }
    const send = (headers: Record<string, string>, more: object = {}) =>
      account.request('POST', '/batches', { body: { ...body, ...more }, headers })
    expectProblem(await send({}), 'invalid_request', { idempotency_key: 'required' })
    expectProblem(await send({ 'Idempotency-Key': 'a b' }), 'invalid_request', {
      'Idempotency-Key': 'invalid',
    })
    const both = await send({ 'Idempotency-Key': 'one' }, { idempotency_key: 'two' })
    expectProblem(both, 'invalid_request', { idempotency_key: 'conflict', 'Idempotency-Key': 'conflict' })
    const long = 'k'.repeat(LONGEST_BATCH_KEY)
    expectProblem(await send({ 'Idempotency-Key': `${long}k` }), 'invalid_request', {
      idempotency_key: 'too_long',
    })
    expect((await send({ 'Idempotency-Key': `"${long}"` })).status).toBe(202)
  })

  test.each<[string, object, Record<string, string>]>([
    ['no items', { items: [] }, { items: 'invalid' }],
    ['none at all', {}, { items: 'required' }],
    ['more than a hundred', { items: Array.from({ length: 101 }, () => ITEM) }, { items: 'too_long' }],
    ['items that are no list', { items: ITEM }, { items: 'invalid' }],
    ['an unknown member', { items: [ITEM], titel: 'Typo' }, { titel: 'unknown' }],
    ['an empty title', { items: [ITEM], title: '' }, { title: 'invalid' }],
    ['metadata that is none', { items: [ITEM], metadata: { a: 1 } }, { 'metadata.a': 'invalid' }],
    ['"atomic" that is neither true nor false', { items: [ITEM], atomic: 'yes' }, { atomic: 'invalid' }],
  ])('%s', async (_, body, fields) => {
    const account = await client()
    expectProblem(await account.createBatch(body), 'invalid_request', fields)
  })

  test('a body beyond two megabytes', async () => {
    const account = await client()
    const refused = await account.createBatch({ items: [{ ...ITEM, script: 'a'.repeat(2 * 1024 * 1024) }] })
    expectProblem(refused, 'invalid_request', { body: 'too_long' })
  })
})

test('401: a large body is not read for whoever has no key', async () => {
  const response = await fetch(`${service.url}/api/v1/batches`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: 'a'.repeat(8 * 1024 * 1024),
  })
  expect(response.status).toBe(401)
  await response.arrayBuffer()
})

test('429: an account has a number of batches that run, and one more when one has ended', async () => {
  const account = await client('free')
  const [first] = await Promise.all(
    Array.from({ length: MOST_RUNNING_BATCHES }, () => account.createBatch({ items: [ITEM] })),
  )
  await service.query(`update batches set status = 'running', ended_at = null where account_id = $1`, [
    account.accountId,
  ])
  const refused = await account.createBatch({ items: [ITEM] })
  expectProblem(refused, 'concurrency_limit')
  expect(refused.headers.get('Retry-After')).toBe('60')
  await account.request('DELETE', `/batches/${first!.body.id}`)
  expect((await account.createBatch({ items: [ITEM] })).status).toBe(202)
})
