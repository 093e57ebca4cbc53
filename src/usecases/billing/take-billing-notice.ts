import { dearestPlan, unpaidPlan } from '../../domain/billing/billing.ts'
import type { Plans } from '../../domain/account/plan.ts'
import type { Log } from '../../ports/process/log.ts'
import type {
  BillingCustomer,
  BillingCustomers,
  BillingOutcome,
  BillingTurn,
} from '../../ports/billing/billing-customers.ts'
import type { BillingNotice, Subscriptions } from '../../ports/billing/subscriptions.ts'

/** Stores and provider for processing a notice of the payment provider. */
export interface TakeBillingNoticePorts {
  readonly subscriptions: Subscriptions
  readonly customers: Pick<BillingCustomers, 'begin' | 'take'>
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
 * that notices may come late, twice and in any order. No transaction of the database waits for the provider.
 */
export function makeTakeBillingNotice(ports: TakeBillingNoticePorts): TakeBillingNotice {
  const { subscriptions, customers, log } = ports
  return async (body, headers) => {
    const notice = subscriptions.readNotice(body, headers)
    if (notice === null) return
    const { id, type } = notice
    const turn = await customers.begin(notice)
    const taken = turn !== null && (await takeTurn(ports, notice, turn))
    log.info({ noticeId: id, type, taken }, 'a billing notice came')
  }
}

async function takeTurn(
  { subscriptions, customers, plans, log }: TakeBillingNoticePorts,
  notice: BillingNotice,
  turn: BillingTurn,
): Promise<boolean> {
  const { accountId } = turn.customer
  const paid = await subscriptions.paidPlans(notice.customerId)
  if (paid.length > 1) log.warn({ accountId, paid }, 'an account pays for several plans')
  return customers.take(notice, turn, (customer) => follow(plans, customer, paid))
}

/** The account gets what it pays for. Without a payment it loses only what it got for one. */
function follow(plans: Plans, { paidPlanId }: BillingCustomer, paid: readonly string[]): BillingOutcome {
  const plan = dearestPlan(plans, paid)
  if (plan !== null) return { planId: plan.id, paidPlanId: plan.id }
  return { planId: paidPlanId === null ? null : unpaidPlan(plans).id, paidPlanId: null }
}
