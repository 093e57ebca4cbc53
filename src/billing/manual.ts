import type { NewId } from '../ports/process/new-id.ts'
import type { Billing } from '../ports/billing/billing.ts'
import type { PlanRequests } from '../ports/billing/plan-requests.ts'

/** Where requests for plans are kept, and the source of their ids. */
export interface ManualBillingPorts {
  readonly planRequests: Pick<PlanRequests, 'ask'>
  readonly newId: NewId
}

/** Plans without a payment provider: owners ask, an operator decides and settles the money elsewhere. */
export function createManualBilling({ planRequests, newId }: ManualBillingPorts): Billing {
  return {
    provider: 'manual',
    offers: () => true,
    async begin({ account, plan, personId }) {
      const request = { id: newId('plr'), accountId: account.id, planId: plan.id, personId }
      return { kind: 'requested', request: await planRequests.ask(request) }
    },
    customerPage: async () => null,
  }
}
