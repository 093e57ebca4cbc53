import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { stripeForm } from '../../../src/billing/stripe/form.ts'
import { verifyStripeSignature } from '../../../src/billing/stripe/signature.ts'
import { createStripeBilling } from '../../../src/billing/stripe/stripe.ts'
import { DEFAULT_PLANS } from '../../../src/domain/account/plan.ts'
import type { BillingCustomer } from '../../../src/ports/billing/billing-customers.ts'
import { ANSWERS, REQUESTS, startStripeServer } from '../../support/stripe/server.ts'
import type { RecordedRequest, StripeServer } from '../../support/stripe/server.ts'

const PLANS = new Map(DEFAULT_PLANS.map((plan) => [plan.id, plan]))
const STARTER = PLANS.get('starter')!
const GROWTH = PLANS.get('growth')!
const FREE = PLANS.get('free')!
const SCALE = PLANS.get('scale')!
const CUSTOMER_ID = ANSWERS.customer.id
const ACCOUNT = {
  id: 'acc_1',
  name: 'Acme & Sons',
  email: 'acme@example.com',
  planId: 'free',
  testOf: null,
  createdAt: new Date(),
}
const { notice } = REQUESTS
const AT = new Date(notice.timestamp * 1000)

let stripe: StripeServer
let customer: BillingCustomer | null
const logged: object[] = []

beforeAll(async () => {
  stripe = await startStripeServer()
})
afterAll(() => stripe.stop())
beforeEach(() => {
  stripe.asked.length = 0
  stripe.subscribed.clear()
  stripe.fault = null
  logged.length = 0
  customer = { accountId: ACCOUNT.id, customerId: CUSTOMER_ID, paidPlanId: null }
})

function billing() {
  const note = (facts: object) => void logged.push(facts)
  return createStripeBilling({
    settings: {
      baseUrl: stripe.url,
      secretKey: 'sk_test_recorded',
      webhookSecret: notice.secret,
      prices: new Map([
        ['starter', 'price_1Starter000000001'],
        ['growth', 'price_1Growth0000000001'],
      ]),
    },
    customers: {
      find: async () => customer,
      add: async (accountId, customerId) => ({ accountId, customerId, paidPlanId: null }),
    },
    plans: PLANS,
    publicUrl: 'http://service.test',
    clock: () => AT,
    log: { debug: note, info: note, warn: note, error: note },
  })
}

const begin = (plan: typeof STARTER) => billing().begin({ account: ACCOUNT, plan, personId: 'per_1' })

/** The same request, whatever the key that makes it safe to repeat. */
function expectSent(sent: RecordedRequest | undefined, recorded: RecordedRequest) {
  const { 'idempotency-key': key, ...headers } = sent?.headers ?? {}
  const { 'idempotency-key': recordedKey, 'content-type': type, ...others } = recorded.headers
  expect({ ...sent, headers }).toEqual({
    ...recorded,
    headers: { ...others, ...(recorded.method === 'POST' && { 'content-type': type }) },
  })
  if (recordedKey !== undefined) expect(key).toContain(recordedKey)
}

describe('what is sent to Stripe is what its own library sends', () => {
  test('an account becomes a customer and goes to Checkout', async () => {
    customer = null
    const begun = await begin(STARTER)
    expect(begun).toEqual({ kind: 'page', url: ANSWERS.session.url })
    const [made, asked, checkout] = stripe.asked
    expectSent(made, REQUESTS.customer)
    const { url } = asked!
    expect(url).toBe('/v1/subscriptions?customer=cus_1&limit=100')
    expect(checkout!.body).toBe(REQUESTS.checkout.body.replace(CUSTOMER_ID, 'cus_1'))
  })

  test('a customer without a subscription goes to Checkout', async () => {
    await begin(STARTER)
    expectSent(stripe.asked[0], REQUESTS.subscriptions)
    expectSent(stripe.asked[1], REQUESTS.checkout)
  })

  test('a subscription is changed, and no second one is begun', async () => {
    stripe.subscribed.set(CUSTOMER_ID, ['active price_1Starter000000001'])
    expect(await begin(GROWTH)).toEqual({ kind: 'page', url: ANSWERS.portal.url })
    expectSent(stripe.asked[1], REQUESTS.portalChange)
  })

  test('the plan without a price ends the subscription', async () => {
    stripe.subscribed.set(CUSTOMER_ID, ['past_due price_1Starter000000001'])
    await begin(FREE)
    expectSent(stripe.asked[1], REQUESTS.portalCancel)
  })

  test('the customer portal is opened for customers alone', async () => {
    expect(await billing().customerPage(ACCOUNT)).toBe(ANSWERS.portal.url)
    expectSent(stripe.asked[0], REQUESTS.portal)
    customer = null
    expect(await billing().customerPage(ACCOUNT)).toBeNull()
  })

  test('a name with brackets, a sign or a letter beyond ASCII is sent whole', () => {
    expect(stripeForm({ 'a[b]': 'x=1&y=ü', list: ['p', { q: 2 }] })).toBe(
      'a[b]=x%3D1%26y%3D%C3%BC&list[0]=p&list[1][q]=2',
    )
  })
})

test('the same page is opened by a double click, and another one for another plan', async () => {
  await begin(STARTER)
  await begin(STARTER)
  await begin(GROWTH)
  const keys = stripe.asked
    .filter(({ url }) => url === '/v1/checkout/sessions')
    .map(({ headers }) => headers['idempotency-key'])
  expect(keys[0]).toBe(keys[1])
  expect(keys[2]).not.toBe(keys[0])
})

test('only plans with a price are offered, and the one that costs nothing', () => {
  const { offers } = billing()
  expect([FREE, STARTER, GROWTH, SCALE].map((plan) => offers(plan))).toEqual([true, true, true, false])
})

test('an account that pays for nothing is told that nothing can be ended', async () => {
  await expect(begin(FREE)).rejects.toMatchObject({ code: 'invalid_request' })
})

test('a subscription counts while it is paid or still may be', async () => {
  stripe.subscribed.set(CUSTOMER_ID, [
    'active price_1Starter000000001',
    'past_due price_1Growth0000000001',
    'unpaid price_1Growth0000000001',
    'incomplete price_1Growth0000000001',
    'active price_of_something_else',
  ])
  expect(await billing().paidPlans(CUSTOMER_ID)).toEqual(['starter', 'growth'])
})

test('what Stripe refuses is told to the operator, and to the person as a problem on our side', async () => {
  stripe.fault = { status: 400, body: ANSWERS.error }
  await expect(begin(STARTER)).rejects.toMatchObject({ code: 'service_unavailable' })
  expect(logged).toContainEqual(expect.objectContaining({ status: 400, code: 'resource_missing' }))
  expect(JSON.stringify(logged)).not.toContain('sk_test_recorded')
})

test.each([
  ['an answer that is no JSON', { status: 502, body: {} }],
  ['an answer without what was asked for', { status: 200, body: { object: 'list' } }],
  [
    'an address that is no web address',
    { status: 200, body: { data: [], id: 'x', url: 'javascript:alert(1)' } },
  ],
])('%s is a problem on our side', async (_, fault) => {
  stripe.fault = fault
  await expect(begin(STARTER)).rejects.toMatchObject({ code: 'service_unavailable' })
})

describe('a notice', () => {
  const body = Buffer.from(notice.payload)
  const verify = (header: string, now = AT, sent = body) =>
    verifyStripeSignature(sent, header, notice.secret, now)

  test('that Stripe’s library signed is taken', () => {
    verify(notice.header)
    expect(billing().readNotice(body, { 'stripe-signature': notice.header })).toEqual({
      id: 'evt_1Acme00000000001',
      type: 'customer.subscription.created',
      customerId: CUSTOMER_ID,
    })
  })

  test('is taken while the secret is being rolled, among signatures of other schemes', () => {
    const [time, right] = notice.header.split(',')
    verify(`${time},v1=${'0'.repeat(64)},v0=${'1'.repeat(64)},${right}`)
  })

  test.each([
    ['another body', notice.header, Buffer.from(`${notice.payload} `), AT],
    ['no signature', '', body, AT],
    ['a time alone', notice.header.split(',')[0]!, body, AT],
    ['another time', notice.header.replace('1763820000', '1763820001'), body, AT],
    ['another scheme', notice.header.replace('v1=', 'v0='), body, AT],
    ['a cut signature', notice.header.slice(0, -2), body, AT],
    ['a time that is too long ago', notice.header, body, new Date(AT.getTime() + 301_000)],
    ['a time that is still to come', notice.header, body, new Date(AT.getTime() - 301_000)],
  ])('with %s is refused', (_, header, sent, now) => {
    expect(() => verify(header, now, sent)).toThrow(expect.objectContaining({ name: 'NoticeRefused' }))
  })
})
