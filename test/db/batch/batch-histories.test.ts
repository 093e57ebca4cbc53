import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { auditBooks } from '../../../src/db/audit.ts'
import { itemKey } from '../../../src/domain/batch/item-key.ts'
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
const request = (accountId: string, batchId: string, number: number, seconds: number) =>
  money.request(accountId, seconds, itemKey(batchId, number), false, { batchId, number })

async function start(accountId: string, batchId: string, number: number, seconds: number): Promise<string> {
  const videoId = await request(accountId, batchId, number, seconds)
  await money.videos.reserve(accountId, videoId, money.plans)
  return videoId
}

describe('whatever happens to batches, in whatever order', () => {
  interface Happening {
    readonly kind: string
    readonly which: number
    readonly number: number
    readonly seconds: number
  }
  const happening = fc.record({
    kind: fc.constantFrom(
      'start',
      'start',
      'start',
      'start again',
      'start alone',
      'ask',
      'reserve',
      'refuse',
      'publish',
      'fail',
      'delete',
      'finish',
      'cancel',
      'change plan',
    ),
    which: fc.nat(),
    number: fc.integer({ min: 1, max: 5 }),
    seconds: fc.integer({ min: 1, max: 400 }),
  })
  const life = fc.array(fc.array(happening, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 8 })

  async function happen(accountId: string, batchIds: string[], ids: string[], one: Happening): Promise<void> {
    const { kind, which, number, seconds } = one
    const { batches, videos, plans } = money
    const batchId = batchIds[which % batchIds.length]!
    const item = { accountId, batchId, number }
    const id = ids[which % Math.max(1, ids.length)]
    if (kind === 'start') ids.push(await start(accountId, batchId, number, seconds))
    // What a worker does that was killed after the acceptance and comes again.
    if (kind === 'start again' && (await batches.toStart(item)) !== 'decided') {
      ids.push(await start(accountId, batchId, number, seconds))
    }
    if (kind === 'start alone') ids.push(await money.create(accountId, seconds, itemKey(batchId, number)))
    if (kind === 'ask') ids.push(await request(accountId, batchId, number, seconds))
    if (kind === 'refuse') await batches.failed(item, REFUSED)
    if (kind === 'finish') await batches.finish(item, newEventId())
    if (kind === 'cancel') await batches.cancel(item, newEventId())
    if (kind === 'change plan') {
      const account = (await money.accounts.find(accountId))!
      await money.accounts.changePlan(account, which % 2 === 0 ? 'free' : 'starter')
    }
    if (id === undefined) return
    if (kind === 'reserve') await videos.reserve(accountId, id, plans)
    const { rows } = await sql`select from videos where id = ${id}`.execute(money.db)
    if (rows.length === 0) return
    if (kind === 'publish') await videos.publish(accountId, id, seconds, newEventId())
    if (kind === 'fail') await videos.fail(accountId, id, FAILURE, newEventId())
    if (kind === 'delete') await videos.delete(accountId, id)
  }

  test('each item is paid for once at most, and a batch that has ended holds nothing', async () => {
    await fc.assert(
      fc.asyncProperty(life, async (days) => {
        const { id } = await money.account('starter')
        const batchIds = [await money.batch(id, 5), await money.batch(id, 5)]
        const ids: string[] = []
        for (const together of days) {
          await Promise.all(together.map((one) => happen(id, batchIds, ids, one)))
          const found = await auditBooks(money.db)
          expect(found.filter(({ accountId }) => accountId === id)).toEqual([])
        }
        for (const batchId of batchIds) await money.batches.cancel({ accountId: id, batchId }, newEventId())
        // What is still held is held by videos that were asked for by themselves.
        const { rows } = await sql<{ reserved: number; alone: number }>`
          select reserved_seconds as reserved, (
            select coalesce(sum(v.reserved_seconds), 0) from videos v
            where v.account_id = a.id and v.batch_id is null and v.status in ('queued', 'rendering')
              and v.deleted_at is null)::int as alone
          from accounts a where a.id = ${id}`.execute(money.db)
        expect(rows[0]!.reserved).toBe(rows[0]!.alone)
        expect((await auditBooks(money.db)).filter(({ accountId }) => accountId === id)).toEqual([])
      }),
      { numRuns: 40, interruptAfterTimeLimit: 25_000, markInterruptAsFailure: false },
    )
  })
})
