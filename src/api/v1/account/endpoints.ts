import { planOf } from '../../../domain/plan.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { ME_EXAMPLE } from './examples.ts'
import { Me } from './schema.ts'
import { meView } from './view.ts'

/** GET /me: account, plan and remaining video seconds. */
export const getMe = endpoint({
  method: 'get',
  path: '/me',
  operationId: 'getMe',
  tag: 'Account',
  summary: 'Retrieve the account',
  description:
    'Returns the account that the API key belongs to, its plan, and the video seconds that remain in the current ' +
    'period.',
  success: { status: 200, description: 'The account.', schema: Me, example: ME_EXAMPLE },
  errors: [],
  handle: async ({ account }, { accounts, plans }) => ({
    body: meView(account, planOf(plans, account.planId), await accounts.allowance(account)),
  }),
})
