import { z } from 'zod'

import type { Account } from '../../domain/account/account.ts'
import { unpaidPlan } from '../../domain/billing/billing.ts'
import { invalidFields } from '../../domain/error/errors.ts'
import { NoticeRefused } from '../../domain/billing/notice-refused.ts'
import type { Plan, Plans } from '../../domain/account/plan.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { Log } from '../../ports/process/log.ts'
import type { Billing } from '../../ports/billing/billing.ts'
import type { BillingCustomers } from '../../ports/billing/billing-customers.ts'
import type { BillingNotice, Subscriptions } from '../../ports/billing/subscriptions.ts'
import { createStripeClient } from './client.ts'
import type { StripeAccess } from './client.ts'
import type { FormValue } from './form.ts'
import { verifyStripeSignature } from './signature.ts'

/** What Stripe is asked with, and what the plans cost there. */
export interface StripeSettings extends StripeAccess {
  /** `whsec_…` of the webhook endpoint that leads here. */
  readonly webhookSecret: string
  /** Price ids (`price_…`) by plan id. */
  readonly prices: ReadonlyMap<string, string>
}

/** What the adapter works with. */
export interface StripeBillingPorts {
  readonly settings: StripeSettings
  readonly customers: Pick<BillingCustomers, 'find' | 'add'>
  readonly plans: Plans
  /** What links start with, without a slash at the end. */
  readonly publicUrl: string
  readonly clock: Clock
  readonly log: Log
}

/** The events that can change what an account pays for. */
const NOTICES = /^(?:checkout\.session\.completed|customer\.subscription\..+)$/u

/** A subscription is good in these; `past_due` is while Stripe still tries to collect. */
const PAID_STATUSES: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due'])

/** For as long, the same person and plan get the same Checkout page, so that nobody pays twice by a double click. */
const SAME_PAGE_MS = 10 * 60_000

const WithId = z.object({ id: z.string().min(1) })
const Page = z.object({ url: z.url({ protocol: /^https?$/ }) })
const Subscription = z.object({
  id: z.string(),
  status: z.string(),
  items: z.object({ data: z.array(z.object({ id: z.string(), price: z.object({ id: z.string() }) })) }),
})
const SubscriptionList = z.object({ data: z.array(Subscription) })
const Event = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  data: z.object({ object: z.object({ customer: z.string().nullish() }) }),
})

/** Payment by Stripe: Checkout for the first subscription, the customer portal for all that comes after. */
export function createStripeBilling(ports: StripeBillingPorts): Billing & Subscriptions {
  const { settings, customers, plans, clock, log } = ports
  const { customerOf, paidSubscriptions, portal, checkout } = stripePages(ports)
  const unpaid = unpaidPlan(plans)
  const planOfPrices = (priceIds: readonly string[]) =>
    [...settings.prices].find(([, price]) => priceIds.includes(price))?.[0]

  return {
    provider: 'stripe',
    offers: (plan) => plan.id === unpaid.id || settings.prices.has(plan.id),
    async begin({ account, plan }) {
      const customer = await customerOf(account)
      const [subscription] = await paidSubscriptions(customer)
      const price = settings.prices.get(plan.id)
      // A second subscription would be paid beside the first: what there is, is changed.
      if (subscription)
        return { kind: 'page', url: await portal(account, customer, changeOf(subscription, price)) }
      if (price === undefined) throw nothingToCancel(plan)
      return { kind: 'page', url: await checkout(account, customer, price) }
    },
    async customerPage(account) {
      const customer = await customers.find(account.id)
      return customer ? portal(account, customer.customerId) : null
    },
    readNotice(body, headers) {
      verifyStripeSignature(body, String(headers['stripe-signature'] ?? ''), settings.webhookSecret, clock())
      return noticeOf(body)
    },
    async paidPlans(customerId) {
      const subscriptions = await paidSubscriptions(customerId)
      return subscriptions.flatMap(({ id, items }) => {
        const plan = planOfPrices(items.data.map((item) => item.price.id))
        if (plan === undefined) log.warn({ subscription: id }, 'a subscription has no price of STRIPE_PRICES')
        return plan ?? []
      })
    },
  }
}

/** What Stripe is asked for: who an account is there, what it pays for, and pages for its owners. */
function stripePages({ settings, customers, publicUrl, clock, log }: StripeBillingPorts) {
  const ask = createStripeClient(settings, log)
  // People with several accounts return to the one that pays.
  const planPage = ({ id }: Account) => `${publicUrl}/${id}/plan`
  return {
    async customerOf(account: Account): Promise<string> {
      const known = await customers.find(account.id)
      if (known) return known.customerId
      const { email, name } = account
      const parameters = { email, name, metadata: { account_id: account.id } }
      // Two owners who begin at once get the same customer.
      const idempotencyKey = `customer ${account.id}`
      const { id } = await ask({ method: 'POST', path: '/v1/customers', parameters, idempotencyKey }, WithId)
      return (await customers.add(account.id, id)).customerId
    },
    async paidSubscriptions(customer: string) {
      const parameters = { customer, limit: 100 }
      const { data } = await ask({ method: 'GET', path: '/v1/subscriptions', parameters }, SubscriptionList)
      return data.filter(({ status }) => PAID_STATUSES.has(status))
    },
    async portal(
      account: Account,
      customer: string,
      flow?: { readonly [name: string]: FormValue },
    ): Promise<string> {
      const parameters = { customer, return_url: planPage(account), ...(flow && { flow_data: flow }) }
      return (await ask({ method: 'POST', path: '/v1/billing_portal/sessions', parameters }, Page)).url
    },
    async checkout(account: Account, customer: string, price: string): Promise<string> {
      const parameters = {
        mode: 'subscription',
        customer,
        client_reference_id: account.id,
        line_items: [{ price, quantity: 1 }],
        success_url: `${planPage(account)}?paid=yes`,
        cancel_url: planPage(account),
        subscription_data: { metadata: { account_id: account.id } },
      }
      const slot = Math.floor(clock().getTime() / SAME_PAGE_MS)
      const idempotencyKey = `checkout ${customer} ${price} ${slot}`
      return (await ask({ method: 'POST', path: '/v1/checkout/sessions', parameters, idempotencyKey }, Page))
        .url
    },
  }
}

/** What the portal is opened for: another price of the subscription, or its end. */
function changeOf(
  { id, items }: z.infer<typeof Subscription>,
  price: string | undefined,
): { readonly [name: string]: FormValue } {
  const item = items.data[0]
  if (price === undefined || item === undefined)
    return { type: 'subscription_cancel', subscription_cancel: { subscription: id } }
  return {
    type: 'subscription_update_confirm',
    subscription_update_confirm: { subscription: id, items: [{ id: item.id, price, quantity: 1 }] },
  }
}

function noticeOf(body: Buffer): BillingNotice | null {
  const event = Event.safeParse(parseJson(body))
  if (!event.success) throw new NoticeRefused('The body is not an event of Stripe.')
  const { id, type, data } = event.data
  const customerId = data.object.customer
  return NOTICES.test(type) && customerId ? { id, type, customerId } : null
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

/** An operator gave the account its plan, so no payment can be ended here. */
function nothingToCancel({ name }: Plan) {
  const message = `This account has no subscription. Ask who runs this service to change it to ${name}.`
  return invalidFields({ plan: { code: 'invalid', message } })
}
