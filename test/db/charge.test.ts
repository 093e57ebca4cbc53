import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openMoney } from '../support/database/money.ts'
import type { Money } from '../support/database/money.ts'

let money: Money

beforeAll(async () => {
  money = await openMoney()
})
afterAll(() => money.db.destroy())

/**
 * The price of a video in seconds of allowance (decisions, "Allowance"): a second of video costs one, a second
 * that has begun counts as a whole one, and the charge is never more than the reservation.
 *
 * The service decides it in `domain/billing/price.ts` and in `publish_video`. It is written here a second time on
 * purpose, so that the two hold each other.
 *
 * @param durationSeconds length of the finished video, above 0.
 * @param reservedSeconds whole seconds held since the video was accepted, at least 1.
 */
function priceSeconds(durationSeconds: number, reservedSeconds: number): number {
  return Math.min(Math.ceil(durationSeconds), reservedSeconds)
}

/** Lengths as they are measured: frames at one of the usual rates, anything in milliseconds, and whole seconds. */
const duration = fc.oneof(
  fc
    .record({ frames: fc.integer({ min: 1, max: 30_000 }), rate: fc.constantFrom(24, 25, 30, 50, 60) })
    .map(({ frames, rate }) => frames / rate),
  fc.integer({ min: 1, max: 1_000_000 }).map((milliseconds) => milliseconds / 1_000),
  fc.integer({ min: 1, max: 1_000 }),
)

/** A reservation far from the length or within two seconds of it, where rounding and the upper bound meet. */
const video = duration.chain((durationSeconds) =>
  fc.record({
    durationSeconds: fc.constant(durationSeconds),
    reservedSeconds: fc.oneof(
      fc.integer({ min: 1, max: 900 }),
      fc.integer({ min: -2, max: 2 }).map((off) => Math.max(1, Math.ceil(durationSeconds) + off)),
    ),
  }),
)

test('a video costs its length in whole seconds, rounded up, and never more than was reserved', async () => {
  await fc.assert(
    fc.asyncProperty(video, async ({ durationSeconds, reservedSeconds }) => {
      const account = await money.account('starter')
      const id = await money.create(account.id, reservedSeconds)
      await money.videos.publish(account.id, id, durationSeconds, `evt_${id}`)

      const price = priceSeconds(durationSeconds, reservedSeconds)
      expect(await money.accounts.allowance(account)).toMatchObject({
        remainingSeconds: 3600 - price,
        reservedSeconds: 0,
        usedSeconds: price,
      })
      const movements = await money.db
        .selectFrom('ledger')
        .select(['kind', 'seconds'])
        .where('video_id', '=', id)
        .orderBy('number')
        .execute()
      expect(movements).toEqual([
        { kind: 'reserve', seconds: -reservedSeconds },
        { kind: 'settle', seconds: reservedSeconds - price },
      ])
    }),
    { numRuns: 200 },
  )
})
