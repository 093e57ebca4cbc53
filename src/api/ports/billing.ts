import type { Billing } from '../../ports/billing/billing.ts'
import type { Ledger } from '../../ports/billing/ledger.ts'
import type { PlanRequests } from '../../ports/billing/plan-requests.ts'
import type { AskForPlan } from '../../usecases/billing/ask-for-plan.ts'
import type { DecidePlanRequest } from '../../usecases/billing/decide-plan-request.ts'
import type { TakeBillingNotice } from '../../usecases/billing/take-billing-notice.ts'

/** What requests about the allowance, plans and payment need. */
export interface BillingPorts {
  readonly ledger: Pick<Ledger, 'page' | 'usage'>
  readonly billing: Billing
  readonly planRequests: Pick<PlanRequests, 'latest' | 'open' | 'withdraw'>
  readonly askForPlan: AskForPlan
  readonly decidePlanRequest: DecidePlanRequest
  /** Null when no payment provider tells anything. */
  readonly takeBillingNotice: TakeBillingNotice | null
}
