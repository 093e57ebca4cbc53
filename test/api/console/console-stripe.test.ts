import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { expectProblem } from '../../support/http/expect-problem.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { signedIn } from '../../support/http/signed-in.ts'
import { noticeOf, sendNotice } from '../../support/stripe/notices.ts'
import { ANSWERS, startStripeServer } from '../../support/stripe/server.ts'
import type { StripeServer } from '../../support/stripe/server.ts'

const SECRET = 'whsec_of_this_test'

let service: TestService
let stripe: StripeServer

beforeAll(async () => {
  stripe = await startStripeServer()
  const settings = {
    baseUrl: stripe.url,
    secretKey: 'sk_test_of_this_test',
    webhookSecret: SECRET,
    prices: new Map([
      ['starter', 'price_starter'],
      ['growth', 'price_growth'],
    ]),
  }
  service = await startTestService({ worker: false, config: { stripe: settings }, logLevel: 'debug' })
})
afterAll(async () => {
  await service.stop()
  await stripe.stop()
})
beforeEach(() => {
  stripe.asked.length = 0
  stripe.fault = null
  stripe.held = null
})

/** An account whose owner has begun to pay, and so is known to Stripe. */
async function customer(planId = 'free') {
  const account = await service.account(planId)
  const owner = await signedIn(service, account)
  const begun = await owner.request('POST', '/plans/starter/order')
  const [row] = await service.query<{ customer_id: string }>(
    'select customer_id from billing_customers where account_id = $1',
    [account.accountId],
  )
  return { account, owner, begun, customerId: row!.customer_id }
}

const deliver = (notice: object, secret = SECRET) => sendNotice(service.url, notice, secret)

const planOf = async (account: Awaited<ReturnType<TestService['account']>>) =>
  (await account.request('GET', '/me')).body.plan.id

const askedForSubscriptions = () =>
  stripe.asked.filter(({ url }) => url.startsWith('/v1/subscriptions')).length

describe('an owner who asks for another plan', () => {
  test('goes on at Checkout, and nothing is changed before it is paid', async () => {
    const { account, owner, begun } = await customer()
    expect(begun.body).toEqual({ kind: 'page', url: ANSWERS.session.url })
    expect(await planOf(account)).toBe('free')
    const checkout = stripe.asked.find(({ url }) => url === '/v1/checkout/sessions')
    expect(new URLSearchParams(checkout!.body).get('success_url')).toBe(
      `${service.url}/${account.accountId}/plan?paid=yes`,
    )
    expect((await owner.request('POST', '/billing-page')).body).toEqual({ url: ANSWERS.portal.url })
  })

  test('is told when Stripe does not answer as it should', async () => {
    const account = await service.account('free')
    const owner = await signedIn(service, account)
    stripe.fault = { status: 500, body: {} }
    expectProblem(await owner.request('POST', '/plans/starter/order'), 'service_unavailable')
  })

  test('cannot ask for a plan that has no price', async () => {
    const { owner } = await customer()
    const { body } = await owner.request('GET', '/plans')
    expect(body.provider).toBe('stripe')
    expect(body.data.map((plan: { is_offered: boolean }) => plan.is_offered)).toEqual([
      false,
      true,
      true,
      false,
    ])
    expectProblem(await owner.request('POST', '/plans/scale/order'), 'invalid_request', { plan: 'invalid' })
  })
})

describe('a notice of Stripe', () => {
  test('gives the account the plan that it pays for, once however often it comes', async () => {
    const { account, customerId } = await customer()
    stripe.subscribed.set(customerId, ['active price_growth'])
    const event = noticeOf(customerId, 'customer.subscription.created')
    const before = askedForSubscriptions()
    for (let time = 0; time < 3; time += 1) expect((await deliver(event)).status).toBe(200)
    await Promise.all([deliver(event), deliver(event)])
    expect(askedForSubscriptions()).toBe(before + 1)
    expect(await planOf(account)).toBe('growth')
    const ledger = (await account.request('GET', '/allowance/ledger')).body.data
    expect(ledger.map(({ kind }: { kind: string }) => kind)).toEqual(['grant', 'grant'])
  })

  test('leads to what is paid for now, in whatever order notices come', async () => {
    const { account, customerId } = await customer()
    const [created, updated, deleted] = ['created', 'updated', 'deleted'].map((what) =>
      noticeOf(customerId, `customer.subscription.${what}`),
    )
    stripe.subscribed.set(customerId, ['active price_starter'])
    await deliver(updated!)
    expect(await planOf(account)).toBe('starter')
    stripe.subscribed.set(customerId, [])
    await deliver(deleted!)
    expect(await planOf(account)).toBe('free')
    await deliver(created!)
    expect(await planOf(account)).toBe('free')
  })

  test('of a payment that came to nothing leaves the plan that an operator gave', async () => {
    const { account, customerId } = await customer('growth')
    stripe.subscribed.set(customerId, ['incomplete price_starter'])
    await deliver(noticeOf(customerId, 'customer.subscription.created'))
    expect(await planOf(account)).toBe('growth')
  })

  test('of two subscriptions at once gives the larger plan', async () => {
    const { account, customerId } = await customer()
    stripe.subscribed.set(customerId, ['active price_growth', 'trialing price_starter'])
    await deliver(noticeOf(customerId, 'checkout.session.completed'))
    expect(await planOf(account)).toBe('growth')
  })

  test('is sent once more when Stripe could not be asked, and taken then', async () => {
    const { account, customerId } = await customer()
    stripe.subscribed.set(customerId, ['active price_starter'])
    const event = noticeOf(customerId)
    stripe.fault = { status: 503, body: {} }
    expect((await deliver(event)).status).toBe(503)
    expect(await planOf(account)).toBe('free')
    stripe.fault = null
    expect((await deliver(event)).status).toBe(200)
    expect(await planOf(account)).toBe('starter')
  })

  test('about a customer or a thing that is not ours is taken and changes nothing', async () => {
    const { account, customerId } = await customer()
    stripe.subscribed.set(customerId, ['active price_starter'])
    expect((await deliver(noticeOf('cus_of_another_product'))).status).toBe(200)
    expect((await deliver(noticeOf(customerId, 'invoice.paid'))).status).toBe(200)
    expect(await planOf(account)).toBe('free')
  })

  test('that somebody else signed is refused, and its text is in no log', async () => {
    const { account, customerId } = await customer()
    stripe.subscribed.set(customerId, ['active price_growth'])
    const event = noticeOf(customerId)
    expectProblem(await deliver(event, 'whsec_guessed'), 'invalid_request')
    expect(await planOf(account)).toBe('free')
    const logged = service.logLines.join('\n')
    expect(logged).toContain('a billing notice was refused')
    expect(logged).not.toContain(event.id)
    expect(logged).not.toContain(SECRET)
    expect(logged).not.toContain('sk_test_of_this_test')
  })

  test('that is far too large is refused', async () => {
    const answer = await fetch(`${service.url}/api/billing/stripe`, {
      method: 'POST',
      body: 'x'.repeat(600_000),
    })
    expect(answer.status).toBe(400)
  })
})

/** Has Stripe keep its answers back until it is let go. */
function hold(): () => void {
  let release: () => void = () => undefined
  stripe.held = new Promise((resolve) => (release = resolve))
  onTestFinished(release)
  return () => {
    stripe.held = null
    release()
  }
}

describe('while Stripe keeps the service waiting', () => {
  test('no notice holds a connection of the database, and everybody else is answered', async () => {
    const { account, customerId } = await customer()
    stripe.subscribed.set(customerId, ['active price_starter'])
    const before = askedForSubscriptions()
    const release = hold()
    // More than there are connections.
    const delivered = Array.from({ length: 30 }, () => deliver(noticeOf(customerId)))
    await expect.poll(askedForSubscriptions, PATIENTLY).toBe(before + 30)
    expect(await planOf(account)).toBe('free')
    const [busy] = await service.query<{ count: string }>(
      `select count(*) from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    )
    expect(Number(busy!.count)).toBe(0)
    release()
    expect(new Set((await Promise.all(delivered)).map(({ status }) => status))).toEqual(new Set([200]))
    expect(await planOf(account)).toBe('starter')
  })

  test('what it said before never follows what it said later', async () => {
    const { account, customerId } = await customer()
    stripe.subscribed.set(customerId, ['active price_starter'])
    const before = askedForSubscriptions()
    const release = hold()
    const earlier = deliver(noticeOf(customerId))
    await expect.poll(askedForSubscriptions, PATIENTLY).toBe(before + 1)
    stripe.held = null
    stripe.subscribed.set(customerId, ['active price_growth'])
    expect((await deliver(noticeOf(customerId))).status).toBe(200)
    release()
    expect((await earlier).status).toBe(200)
    expect(await planOf(account)).toBe('growth')
  })
})
