import { planOf } from '../../domain/plan.ts'
import { endpoint } from '../endpoint.ts'
import { meView } from '../views.ts'

/** GET /me: account, plan and remaining video seconds. */
export const getMe = endpoint({
  method: 'get',
  path: '/me',
  summary: 'Account, plan and remaining video seconds',
  successStatus: 200,
  errors: [],
  handle: async ({ account }, { accounts, plans }) => ({
    body: meView(account, planOf(plans, account.planId), await accounts.allowance(account)),
  }),
})
