import fc from 'fast-check'
import { describe, expect } from 'vitest'

import { expectProblem } from '../../support/http/expect-problem.ts'
import { createBatchClient, ITEM, newKey } from '../../support/service/batch-client.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'

let service: TestService

test.beforeAll(({ defaultService }) => {
  service = defaultService
})

const client = async () => createBatchClient(await service.account('scale'))

describe('the same batch with the same key', () => {
  test('sent many times at once is one batch, and each of its videos is charged once', async () => {
    const account = await client()
    const request = {
      idempotency_key: newKey(),
      items: [ITEM, { ...ITEM, title: 'B' }, { script: 'No presenter.' }],
    }
    const answers = await Promise.all(Array.from({ length: 10 }, () => account.createBatch(request)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
    const [id, ...others] = new Set(answers.map(({ body }) => String(body.id)))
    expect(others).toEqual([])
    const replayed = answers.map(({ headers }) => headers.get('Idempotency-Replayed'))
    expect(replayed.filter((value) => value === null)).toHaveLength(1)
    expect((await account.untilEnded(id!)).counts).toMatchObject({ ready: 2, failed: 1 })
    const [booked] = await service.query<{ reserves: number; settles: number }>(
      `select count(*) filter (where kind = 'reserve')::int as reserves, count(*) filter (where kind = 'settle')::int as settles
       from ledger where account_id = $1`,
      [account.accountId],
    )
    expect(booked).toEqual({ reserves: 2, settles: 2 })
    expect(await service.wrongWith(account)).toEqual([])
  })

  test('is the same whatever the order of members, what is left out, and where the key is', async () => {
    const account = await client()
    const key = newKey()
    const first = await account.createBatch({
      idempotency_key: key,
      items: [{ script: 'Hi.', presenter_id: 'maya', metadata: { a: '1', b: '2' } }],
      metadata: { c: '3', d: '4' },
    })
    const again = await account.request('POST', '/batches', {
      headers: { 'Idempotency-Key': key },
      body: {
        metadata: { d: '4', c: '3' },
        atomic: false,
        title: null,
        items: [
          { queue: false, metadata: { b: '2', a: '1' }, presenter_id: 'maya', options: {}, script: 'Hi.' },
        ],
      },
    })
    expect(again.body.id).toBe(first.body.id)
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
  })

  test('is returned as it is now, also after it has ended or was cancelled', async () => {
    const account = await client()
    const request = { idempotency_key: newKey(), items: [ITEM] }
    const { body } = await account.createBatch(request)
    await account.untilEnded(body.id)
    expect((await account.createBatch(request)).body).toMatchObject({ id: body.id, status: 'finished' })
    const other = { idempotency_key: newKey(), items: [ITEM, ITEM] }
    const cancelled = await account.createBatch(other)
    const { body: now } = await account.request('DELETE', `/batches/${cancelled.body.id}`)
    expect((await account.createBatch(other)).body).toEqual(now)
  })
})

describe('the same key with another body is refused as a reused one:', () => {
  const request = { items: [ITEM, { script: 'No presenter.' }], title: 'One' }
  test.for<[string, object]>([
    ['another script', { items: [{ ...ITEM, script: 'Other.' }, request.items[1]] }],
    ['another order', { items: request.items.toReversed() }],
    ['an item more', { items: [...request.items, ITEM] }],
    ['another invalid item', { items: [ITEM, { script: 'No presenter at all.' }] }],
    ['another title', { title: 'Two' }],
    ['metadata', { metadata: { a: '1' } }],
    ['all or nothing', { items: [ITEM], atomic: true }],
  ])('%s', async ([, change]) => {
    const account = await client()
    const key = newKey()
    await account.createBatch({ idempotency_key: key, ...request })
    const other = await account.createBatch({ idempotency_key: key, ...request, ...change })
    expectProblem(other, 'invalid_request', { idempotency_key: 'reused' })
  })
})

describe('an item and its key', () => {
  test('can be repeated alone: it is the same video, before and after', async () => {
    const account = await client()
    const key = newKey()
    const alone = await account.createVideo({}, { 'Idempotency-Key': `${key}/2` })
    const { body } = await account.createBatch({ idempotency_key: key, items: [ITEM, ITEM] })
    const batch = await account.untilEnded(body.id)
    expect(batch.items[1]).toMatchObject({ video_id: alone.body.id, status: 'ready' })
    const again = await account.createVideo({}, { 'Idempotency-Key': `${key}/1` })
    expect(again.body.id).toBe(batch.items[0].video_id)
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
    expect(await service.wrongWith(account)).toEqual([])
  })

  test('that was refused can be asked for alone later, with the same key', async () => {
    const account = await client()
    const key = newKey()
    const { body } = await account.createBatch({
      idempotency_key: key,
      items: [{ ...ITEM, presenter_id: 'nobody' }],
    })
    await account.untilEnded(body.id)
    expect((await account.createVideo({}, { 'Idempotency-Key': `${key}/1` })).status).toBe(202)
  })
})

test('whatever is sent of a few batches at the same time, each key is one batch and each item one video', async () => {
  const sent = fc.record({ key: fc.constantFrom('a', 'b', 'a/1'), items: fc.integer({ min: 1, max: 3 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(sent, { minLength: 2, maxLength: 8 }), async (together) => {
      const account = await client()
      const answers = await Promise.all(
        together.map(async ({ key, items }) => {
          const body = { idempotency_key: key, items: Array.from({ length: items }, () => ITEM) }
          return { key, items, answer: await account.createBatch(body) }
        }),
      )
      for (const key of new Set(together.map((one) => one.key))) {
        const ofKey = answers.filter((one) => one.key === key)
        const accepted = ofKey.filter(({ answer }) => answer.status === 202)
        expect(new Set(accepted.map(({ answer }) => answer.body.id)).size).toBe(1)
        expect(new Set(accepted.map(({ items }) => items)).size).toBe(1)
        for (const { items, answer } of ofKey) {
          if (items !== accepted[0]!.items)
            expectProblem(answer, 'invalid_request', { idempotency_key: 'reused' })
        }
        await account.untilEnded(accepted[0]!.answer.body.id)
      }
      const rows = await service.query<{ videos: number; items: number }>(
        `select (select count(*) from videos where account_id = $1)::int as videos,
           (select count(*) from batch_items i join batches b on b.id = i.batch_id where b.account_id = $1)::int as items`,
        [account.accountId],
      )
      expect(rows[0]!.videos).toBe(rows[0]!.items)
      expect(await service.wrongWith(account)).toEqual([])
    }),
    { numRuns: 8, interruptAfterTimeLimit: 40_000, markInterruptAsFailure: false },
  )
})
