import { createManualBilling } from '../../billing/manual.ts'
import { createStripeBilling } from '../../billing/stripe/stripe.ts'
import type { Config } from '../../config/config.ts'
import { createBillingCustomers } from '../../db/billing/billing-customers.ts'
import type { Db } from '../../db/database.ts'
import { createPlanRequests } from '../../db/billing/plan-requests.ts'
import type { Accounts } from '../../ports/account/accounts.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { Log } from '../../ports/process/log.ts'
import type { NewId } from '../../ports/process/new-id.ts'
import { makeAskForPlan } from '../../usecases/billing/ask-for-plan.ts'
import { makeChangePlan } from '../../usecases/billing/change-plan.ts'
import { makeDecidePlanRequest } from '../../usecases/billing/decide-plan-request.ts'
import { makeTakeBillingNotice } from '../../usecases/billing/take-billing-notice.ts'

/** What billing is made from. */
export interface BillingNeeds {
  readonly db: Db
  readonly config: Pick<Config, 'plans' | 'stripe'>
  /** What links start with, without a slash at the end. */
  readonly publicUrl: string
  readonly accounts: Accounts
  readonly newId: NewId
  readonly clock: Clock
  readonly log: Log
}

/** Puts together how accounts come to other plans: by Stripe where it is configured, else by an operator. */
export function provideBilling({ db, config: { plans, stripe: settings }, ...others }: BillingNeeds) {
  const planRequests = createPlanRequests(db, plans)
  const customers = createBillingCustomers(db, plans)
  const stripe = settings && createStripeBilling({ ...others, settings, customers, plans })
  const billing = stripe ?? createManualBilling({ planRequests, newId: others.newId })
  const changePlan = makeChangePlan({ accounts: others.accounts, plans })
  const shared = { ...others, plans, customers, planRequests, billing, changePlan }
  return {
    changePlan,
    billing,
    billingCustomers: customers,
    planRequests,
    askForPlan: makeAskForPlan(shared),
    decidePlanRequest: makeDecidePlanRequest(shared),
    /** Null without a provider that tells anything. */
    takeBillingNotice: stripe && makeTakeBillingNotice({ ...shared, subscriptions: stripe }),
  }
}
