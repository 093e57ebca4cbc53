import { dearestPlan, unpaidPlan } from '../domain/billing.ts'
import type { Plans } from '../domain/plan.ts'
import type { Log } from '../ports/log.ts'
import type { BillingCustomer, BillingCustomers } from '../ports/billing-customers.ts'
import type { Subscriptions } from '../ports/subscriptions.ts'
import type { ChangePlan } from './change-plan.ts'

/** Stores and provider for processing a notice of the payment provider. */
export interface TakeBillingNoticePorts {
  readonly subscriptions: Subscriptions
  readonly customers: Pick<BillingCustomers, 'take'>
  readonly changePlan: ChangePlan
  readonly plans: Plans
  readonly log: Log
}

/**
 * Takes what the payment provider delivered. Safe to repeat. @throws NoticeRefused when it is not genuine,
 * `service_unavailable` when the provider should deliver it once more.
 */
export type TakeBillingNotice = (...delivery: Parameters<Subscriptions['readNotice']>) => Promise<void>

/**
 * Taking a notice: it only says that something has changed. What the account pays for is asked for afresh, so
 * that notices may come late, twice and in any order.
 */
export function makeTakeBillingNotice(ports: TakeBillingNoticePorts): TakeBillingNotice {
  const { subscriptions, customers, log } = ports
  return async (body, headers) => {
    const notice = subscriptions.readNotice(body, headers)
    if (notice === null) return
    const { id, type, customerId } = notice
    const taken = await customers.take(notice, async (customer) => {
      const paid = await subscriptions.paidPlans(customerId)
      if (paid.length > 1)
        log.warn({ accountId: customer.accountId, paid }, 'an account pays for several plans')
      return follow(ports, customer, paid)
    })
    log.info({ noticeId: id, type, taken }, 'a billing notice came')
  }
}

/** Gives the account what it pays for. Without a payment it loses only what it got for one. */
async function follow(
  { changePlan, plans }: TakeBillingNoticePorts,
  { accountId, paidPlanId }: BillingCustomer,
  paid: readonly string[],
): Promise<string | null> {
  const plan = dearestPlan(plans, paid)
  if (plan !== null) await changePlan({ accountId, planId: plan.id })
  else if (paidPlanId !== null) await changePlan({ accountId, planId: unpaidPlan(plans).id })
  return plan?.id ?? null
}
