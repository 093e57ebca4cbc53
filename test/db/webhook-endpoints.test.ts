import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { webhookSecretPurpose } from '../../src/db/account/accounts.ts'
import { createWebhookEndpoints } from '../../src/db/webhook/webhook-endpoints.ts'
import { createOrphans } from '../../src/db/housekeeping.ts'
import { createSecretBox } from '../../src/secrets/secret-box.ts'
import type { WebhookEndpoints } from '../../src/ports/webhook/webhook-endpoints.ts'
import { sumOf } from '../support/service/all-portions.ts'
import { openMoney } from '../support/database/money.ts'
import type { Money } from '../support/database/money.ts'

const URL_A = 'https://a.example.com/hook'
const URL_B = 'https://b.example.com/hook'
/** Later than all setting of webhooks here. */
const FAILURE = { at: new Date('2126-11-21T10:00:00Z'), gone: false }
const GONE = { ...FAILURE, gone: true }

const box = createSecretBox([Buffer.alloc(32, 1)])
let money: Money
let endpoints: WebhookEndpoints

beforeAll(async () => {
  money = await openMoney()
  endpoints = createWebhookEndpoints(money.db, box)
})
afterAll(() => money.db.destroy())

/** An account whose first secret is `whsec_first`. */
async function account(): Promise<string> {
  const { id } = await money.account('starter')
  const sealed = box.seal('whsec_first', webhookSecretPurpose(id))
  await sql`update accounts set webhook_secret = ${sealed} where id = ${id}`.execute(money.db)
  return id
}

describe('an account’s webhook', () => {
  test('is nowhere at first, and has a secret all the same', async () => {
    const id = await account()
    expect(await endpoints.find(id)).toMatchObject({
      url: null,
      createdAt: null,
      updatedAt: null,
      disabledAt: null,
      secret: { hint: 'irst', previousValidUntil: null },
    })
  })

  test('is set, changed and removed; each as often as one likes', async () => {
    const id = await account()
    const first = await endpoints.set(id, URL_A)
    expect(first).toMatchObject({ url: URL_A, failingSince: null })
    const second = await endpoints.set(id, URL_B)
    expect(second).toMatchObject({ url: URL_B, createdAt: first.createdAt })
    expect(second.updatedAt!.getTime()).toBeGreaterThanOrEqual(first.updatedAt!.getTime())
    for (let time = 0; time < 2; time += 1) expect(await endpoints.remove(id)).toMatchObject({ url: null })
  })

  test('is switched on again by being set, by the same URL too, and by a success', async () => {
    const id = await account()
    await endpoints.set(id, URL_A)
    const healthy = { failingSince: null, disabledAt: null, disabledBecause: null }
    for (const repair of [() => endpoints.set(id, URL_A), () => endpoints.recordSuccess(id, URL_A)]) {
      expect(await endpoints.recordFailure(id, URL_A, GONE)).toBe(false)
      expect(await endpoints.find(id)).toMatchObject({ disabledAt: GONE.at, disabledBecause: 'gone' })
      await repair()
      expect(await endpoints.find(id)).toMatchObject(healthy)
    }
  })

  test('is told nothing by an attempt at the URL it had before', async () => {
    const id = await account()
    await endpoints.set(id, URL_A)
    await endpoints.set(id, URL_B)
    expect(await endpoints.recordFailure(id, URL_A, GONE)).toBe(true)
    expect(await endpoints.find(id)).toMatchObject({ failingSince: null, disabledAt: null })
    await endpoints.recordFailure(id, URL_B, FAILURE)
    await endpoints.recordSuccess(id, URL_A)
    expect(await endpoints.find(id)).toMatchObject({ failingSince: FAILURE.at })
  })

  test('is told nothing by an attempt that began before it was set again, by the same URL too', async () => {
    const id = await account()
    await endpoints.set(id, URL_A)
    const { updatedAt } = await endpoints.set(id, URL_A)
    const before = new Date(updatedAt!.getTime() - 1)
    expect(await endpoints.recordFailure(id, URL_A, { at: before, gone: true })).toBe(true)
    expect(await endpoints.find(id)).toMatchObject({ failingSince: null, disabledAt: null })
    expect(await endpoints.recordFailure(id, URL_A, { at: updatedAt!, gone: true })).toBe(false)
  })

  test('that is failed by many attempts at once keeps the earliest moment and is disabled once', async () => {
    const id = await account()
    await endpoints.set(id, URL_A)
    await endpoints.recordFailure(id, URL_A, FAILURE)
    const days = (count: number) => new Date(FAILURE.at.getTime() + count * 86_400_000)
    for (const day of [1.5, 3, 4.5]) await endpoints.recordFailure(id, URL_A, { at: days(day), gone: false })
    const states = await Promise.all(
      Array.from({ length: 8 }, () => endpoints.recordFailure(id, URL_A, { at: days(5.5), gone: false })),
    )
    expect(states).toEqual(Array.from({ length: 8 }, () => false))
    expect(await endpoints.find(id)).toMatchObject({ failingSince: FAILURE.at, disabledAt: days(5.5) })
  })

  test('is the account’s own', async () => {
    const [mine, other] = [await account(), await account()]
    await endpoints.set(mine, URL_A)
    await endpoints.set(other, URL_A)
    await endpoints.recordFailure(mine, URL_A, GONE)
    await endpoints.rotateSecret(mine, 'whsec_mine', 60)
    expect(await endpoints.find(other)).toMatchObject({ disabledAt: null, secret: { hint: 'irst' } })
    expect(await endpoints.signingSecrets(other)).toEqual(['whsec_first'])
  })
})

describe('a signing secret', () => {
  test('that is replaced signs on beside the new one while they overlap, and not after', async () => {
    const id = await account()
    const { secret } = await endpoints.rotateSecret(id, 'whsec_second', 3_600)
    expect(secret.hint).toBe('cond')
    expect(secret.previousValidUntil!.getTime() - secret.createdAt.getTime()).toBe(3_600_000)
    expect(await endpoints.signingSecrets(id)).toEqual(['whsec_second', 'whsec_first'])

    await sql`update accounts set previous_webhook_secret_until = now() where id = ${id}`.execute(money.db)
    expect(await endpoints.signingSecrets(id)).toEqual(['whsec_second'])
    expect((await endpoints.find(id)).secret.previousValidUntil).toBeNull()
  })

  test('that leaked signs no more from the moment it is replaced', async () => {
    const id = await account()
    await endpoints.rotateSecret(id, 'whsec_second', 0)
    expect(await endpoints.signingSecrets(id)).toEqual(['whsec_second'])
    const { rows } = await sql`select previous_webhook_secret from accounts where id = ${id}`.execute(
      money.db,
    )
    expect(rows).toEqual([{ previous_webhook_secret: null }])
  })

  test('that is replaced during an overlap ends the one before it', async () => {
    const id = await account()
    await endpoints.rotateSecret(id, 'whsec_second', 3_600)
    await endpoints.rotateSecret(id, 'whsec_third', 3_600)
    expect(await endpoints.signingSecrets(id)).toEqual(['whsec_third', 'whsec_second'])
  })

  test('that signs no more is removed by housekeeping', async () => {
    const id = await account()
    await endpoints.rotateSecret(id, 'whsec_second', 3_600)
    const orphans = createOrphans(money.db, money.plans)
    const kept = async () =>
      (
        await sql<{
          kept: boolean
        }>`select previous_webhook_secret is not null as kept from accounts where id = ${id}`.execute(
          money.db,
        )
      ).rows[0]?.kept
    await sumOf(orphans.forgetSent(60))
    expect(await kept()).toBe(true)
    await sql`update accounts set previous_webhook_secret_until = now() - interval '1 second' where id = ${id}`.execute(
      money.db,
    )
    await sumOf(orphans.forgetSent(60))
    expect(await kept()).toBe(false)
  })
})
