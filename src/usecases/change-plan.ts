import { problem } from '../domain/errors.ts'
import { requirePlan } from '../domain/plan.ts'
import type { Plans } from '../domain/plan.ts'
import type { Accounts } from '../ports.ts'

/** What changing a plan needs. */
export interface ChangePlanPorts {
  readonly accounts: Pick<Accounts, 'find' | 'changePlan'>
  readonly plans: Plans
}

/** Changes an account's plan at once. @throws `invalid_request` or `not_found`. */
export type ChangePlan = (input: { accountId: string; planId: string }) => Promise<void>

/** Changing a plan: the running period is topped up, or cut down to what is still unspent. */
export function makeChangePlan({ accounts, plans }: ChangePlanPorts): ChangePlan {
  return async ({ accountId, planId }) => {
    requirePlan(plans, planId)
    const account = await accounts.find(accountId)
    if (!account) throw problem('not_found', { message: `There is no account "${accountId}".` })
    await accounts.changePlan(account, planId)
  }
}
