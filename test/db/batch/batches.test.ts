import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { itemKey } from '../../../src/domain/batch/item-key.ts'
import type { BatchWithItems } from '../../../src/domain/batch/batch.ts'
import { openMoney } from '../../support/database/money.ts'
import type { Money } from '../../support/database/money.ts'

let money: Money

beforeAll(async () => {
  money = await openMoney()
})
afterAll(() => money.db.destroy())

const FAILURE = { stage: 'speak', reason: 'test', byRequest: false } as const
const REFUSED = { code: 'allowance_exceeded', message: 'Nothing is left.' } as const
const newEventId = (() => {
  let made = 0
  return () => `evt_${(made += 1)}`
})()

/** Asks for the video of an item, as its run does; the id that the video has if it is accepted. */
const request = (accountId: string, batchId: string, number: number, seconds = 1) =>
  money.request(accountId, seconds, itemKey(batchId, number), false, { batchId, number })

async function start(accountId: string, batchId: string, number: number, seconds = 1): Promise<string> {
  const videoId = await request(accountId, batchId, number, seconds)
  await money.videos.reserve(accountId, videoId, money.plans)
  return videoId
}

const statusesOf = ({ items }: BatchWithItems) => items.map(({ status }) => status)
const remaining = async (accountId: string) => {
  const account = (await money.accounts.find(accountId))!
  return (await money.accounts.allowance(account)).remainingSeconds
}

async function eventsOf(batchId: string): Promise<number> {
  const { rows } = await sql`select 1 from webhook_events where subject_id = ${batchId}`.execute(money.db)
  return rows.length
}

describe('one key is one batch', () => {
  const batch = (id: string, accountId: string, requestHash: string) => ({
    id,
    accountId,
    idempotencyKey: 'nightly',
    requestHash,
    requestId: 'req_1',
    caller: { kind: 'key', keyId: 'key_1', accountId } as const,
    title: 'Nightly',
    metadata: { order: '1' },
    estimatedSeconds: 7,
    items: [{ error: { code: 'invalid_request', message: 'No \0 and no \ud800.' } as const }],
  })

  test('however many ask at once', async () => {
    const { id } = await money.account('free')
    const hash = 'ab'.repeat(32)
    const ids = Array.from({ length: 20 }, (_, index) => `bat_same_${index}`)
    const uses = await Promise.all(ids.map((batchId) => money.batches.create(batch(batchId, id, hash))))
    const [first] = uses
    expect(new Set(uses.map(({ batchId }) => batchId)).size).toBe(1)
    expect(await money.batches.lookUp(id, 'nightly')).toEqual({ use: first, running: 1 })
    expect(await money.batches.page(id, 50, null)).toMatchObject({
      items: [{ id: first!.batchId }],
      nextBefore: null,
    })
    // What is wrong with an item is kept as it was said.
    expect(await money.batches.find(id, first!.batchId)).toMatchObject({
      items: [{ number: 1, status: 'failed', error: { message: 'No \0 and no \ud800.' } }],
    })
  })

  test('and whoever asks for another gets the first', async () => {
    const { id } = await money.account('free')
    const first = await money.batches.create(batch('bat_other_1', id, '01'.repeat(32)))
    expect(await money.batches.create(batch('bat_other_2', id, '02'.repeat(32)))).toEqual(first)
  })
})

describe('an item', () => {
  test('is started by the acceptance of its video, which is then where its words are', async () => {
    const { id } = await money.account('starter')
    const batchId = await money.batch(id, 2)
    const item = { accountId: id, batchId, number: 1 }
    expect(await money.batches.toStart(item)).toMatchObject({
      request: { script: 'Hello.' },
      idempotencyKey: `${batchId}/1`,
      caller: { kind: 'key', keyId: 'key_1' },
    })
    const videoId = await start(id, batchId, 1)
    expect(await money.batches.toStart(item)).toBe('decided')
    expect(await money.batches.waiting(item)).toEqual([2])
    expect(await money.batches.find(id, batchId)).toMatchObject({
      counts: { waiting: 1, rendering: 1, ready: 0 },
      items: [
        { status: 'rendering', videoId },
        { status: 'waiting', videoId: null },
      ],
    })
    const { rows } =
      await sql`select from batch_items where batch_id = ${batchId} and request is not null`.execute(money.db)
    expect(rows).toHaveLength(1)
  })

  test('that is decided stays as it is, whatever its run says later', async () => {
    const { id } = await money.account('starter')
    const batchId = await money.batch(id, 2)
    const [first, second] = [1, 2].map((number) => ({ accountId: id, batchId, number }))
    const videoId = await start(id, batchId, 1)
    await money.batches.failed(first!, REFUSED)
    await money.batches.failed(second!, REFUSED)
    await money.batches.started(second!, videoId)
    expect(await money.batches.find(id, batchId)).toMatchObject({
      items: [
        { status: 'rendering', videoId, error: null },
        { status: 'failed', videoId: null, error: REFUSED },
      ],
    })
  })

  test('says why its video failed, and that its video was deleted', async () => {
    const { id } = await money.account('starter')
    const batchId = await money.batch(id, 2)
    await money.videos.fail(id, await start(id, batchId, 1), FAILURE, newEventId())
    await money.videos.delete(id, await start(id, batchId, 2))
    expect(await money.batches.find(id, batchId)).toMatchObject({
      items: [
        { status: 'failed', error: null, failure: { reason: 'test', requestId: 'req_1' } },
        { status: 'deleted', failure: null },
      ],
    })
  })

  test('is nobody’s of another account', async () => {
    const [mine, other] = [await money.account('starter'), await money.account('starter')]
    const batchId = await money.batch(mine.id, 1)
    const item = { accountId: other.id, batchId, number: 1 }
    await money.batches.failed(item, REFUSED)
    expect(await money.batches.toStart(item)).toBe('over')
    expect(await money.batches.waiting(item)).toBeNull()
    expect(await money.batches.find(other.id, batchId)).toBeNull()
    expect(await money.batches.finish(item, newEventId())).toBeNull()
    expect(await money.batches.cancel(item, newEventId())).toEqual([])
    expect(statusesOf((await money.batches.find(mine.id, batchId))!)).toEqual(['waiting'])
  })
})

describe('a batch', () => {
  test('is finished once, when the last of its items has ended', async () => {
    const { id } = await money.account('starter')
    const batchId = await money.batch(id, 3)
    const batch = { accountId: id, batchId }
    await money.batches.failed({ ...batch, number: 1 }, REFUSED)
    const ready = await start(id, batchId, 2)
    expect(await money.batches.finish(batch, newEventId())).toBe(2)
    await money.videos.publish(id, ready, 1, newEventId())
    await money.videos.delete(id, await start(id, batchId, 3))
    const ends = Array.from({ length: 5 }, () => money.batches.finish(batch, newEventId()))
    expect(await Promise.all(ends)).toEqual([0, 0, 0, 0, 0])
    expect(await eventsOf(batchId)).toBe(1)
    expect(await money.batches.find(id, batchId)).toMatchObject({
      status: 'finished',
      counts: { failed: 1, ready: 1, deleted: 1 },
    })
    expect(await money.batches.running(id)).toEqual([])
  })

  test('that is cancelled gives back what its unfinished videos held, and keeps those that are ready', async () => {
    const { id } = await money.account('starter')
    const batchId = await money.batch(id, 4)
    await money.videos.publish(id, await start(id, batchId, 1, 10), 10, newEventId())
    const before = await remaining(id)
    await start(id, batchId, 2, 20)
    await start(id, batchId, 3, 30)
    const batch = { accountId: id, batchId }
    const stopped = await money.batches.cancel(batch, newEventId())
    expect(stopped).toHaveLength(2)
    expect(await remaining(id)).toBe(before)
    expect(statusesOf((await money.batches.find(id, batchId))!)).toEqual([
      'ready',
      'cancelled',
      'cancelled',
      'cancelled',
    ])
    // Whoever lost the answer gets it again, and nothing more.
    expect((await money.batches.cancel(batch, newEventId())).toSorted()).toEqual(stopped.toSorted())
    expect(await money.batches.finish(batch, newEventId())).toBe(0)
    expect(await eventsOf(batchId)).toBe(1)
  })

  test('starts nothing behind the back of whoever cancelled it', async () => {
    const { id } = await money.account('starter')
    const batchId = await money.batch(id, 1)
    const before = await remaining(id)
    const videoId = await request(id, batchId, 1, 30)
    await money.batches.cancel({ accountId: id, batchId }, newEventId())
    expect(await money.videos.reserve(id, videoId, money.plans)).toEqual({ outcome: 'withdrawn' })
    expect(await remaining(id)).toBe(before)
  })

  test('that is cancelled leaves a video alone that its client asked for by itself', async () => {
    const { id } = await money.account('starter')
    const batchId = await money.batch(id, 1)
    const videoId = await money.create(id, 5, itemKey(batchId, 1))
    await money.batches.started({ accountId: id, batchId, number: 1 }, videoId)
    expect(await money.batches.cancel({ accountId: id, batchId }, newEventId())).toEqual([])
    expect(await money.videos.find(id, videoId)).toMatchObject({ status: 'rendering' })
    // It is still that of the item.
    expect(statusesOf((await money.batches.find(id, batchId))!)).toEqual(['rendering'])
  })
})
