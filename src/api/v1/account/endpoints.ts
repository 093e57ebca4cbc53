import { planFor } from '../../../domain/account/plan.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { ME_EXAMPLE } from './examples.ts'
import { Me } from './schema.ts'
import { meView } from './view.ts'

/** GET /me: account, plan and remaining video seconds. */
export const getMe = endpoint({
  method: 'get',
  path: '/me',
  hasTestData: true,
  scopes: ['account:read'],
  operationId: 'getMe',
  tag: 'Account',
  summary: 'Retrieve the account',
  description: 'The account of the API key, its plan, and the video seconds that remain.',
  success: { status: 200, description: 'The account.', schema: Me, example: ME_EXAMPLE },
  errors: [],
  handle: async ({ account, caller }, { accounts, plans }) => ({
    body: meView(account, planFor(plans, account), await accounts.allowance(account), caller),
  }),
})
