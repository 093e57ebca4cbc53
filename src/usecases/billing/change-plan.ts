import { problem } from '../../domain/error/errors.ts'
import { requirePlan } from '../../domain/account/plan.ts'
import type { Plans } from '../../domain/account/plan.ts'
import type { Accounts } from '../../ports/account/accounts.ts'

/** The store of accounts, and the configured plans. */
export interface ChangePlanPorts {
  readonly accounts: Pick<Accounts, 'find' | 'changePlan'>
  readonly plans: Plans
}

/** Changes the plan of an account immediately. @throws `invalid_request` or `not_found`. */
export type ChangePlan = (input: { accountId: string; planId: string }) => Promise<void>

/** Builds the use case. The allowance of the current period is increased, or reduced to the unspent part. */
export function makeChangePlan({ accounts, plans }: ChangePlanPorts): ChangePlan {
  return async ({ accountId, planId }) => {
    requirePlan(plans, planId)
    const account = await accounts.find(accountId)
    if (!account) throw problem('not_found', { message: `There is no account "${accountId}".` })
    await accounts.changePlan(account, planId)
  }
}
