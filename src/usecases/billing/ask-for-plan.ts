import { invalidFields, problem } from '../../domain/error/errors.ts'
import type { Account } from '../../domain/account/account.ts'
import type { Plans } from '../../domain/account/plan.ts'
import type { BegunOrder, Billing } from '../../ports/billing/billing.ts'

/** Stores for requesting another plan. */
export interface AskForPlanPorts {
  readonly billing: Pick<Billing, 'offers' | 'begin'>
  readonly plans: Plans
}

/** Begins a change of an account's plan. @throws `not_found` or `invalid_request` when it cannot be asked for. */
export type AskForPlan = (input: {
  account: Account
  planId: string
  personId: string
}) => Promise<BegunOrder>

/** Asking for another plan: how it goes on is for the provider to say. */
export function makeAskForPlan({ billing, plans }: AskForPlanPorts): AskForPlan {
  return async ({ account, planId, personId }) => {
    const plan = plans.get(planId)
    if (!plan) throw problem('not_found', { message: `There is no plan "${planId}".` })
    if (account.planId === planId) throw refused('Your account is on this plan already.')
    if (!billing.offers(plan)) throw refused('This plan cannot be asked for here. Ask who runs this service.')
    return billing.begin({ account, plan, personId })
  }
}

function refused(message: string) {
  return invalidFields({ plan: { code: 'invalid', message } })
}
