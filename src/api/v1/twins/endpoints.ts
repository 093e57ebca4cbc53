import { ownerIdOf } from '../../../domain/account/account.ts'
import { planOf } from '../../../domain/account/plan.ts'
import { statusOf } from '../../../domain/twin/twin.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { listView } from '../../contract/list.ts'
import { TWIN_EXAMPLE } from './examples.ts'
import { TwinList } from './schema.ts'
import { twinView } from './view.ts'

/** GET /twins: lists the account's digital twins. */
export const listTwins = endpoint({
  method: 'get',
  path: '/twins',
  scopes: ['twins:use'],
  operationId: 'listTwins',
  tag: 'Catalogue',
  summary: 'List twins',
  description:
    'Returns the account’s twins, oldest first. Links of a recorded twin are valid for an hour: list ' +
    'the twins again for fresh ones.',
  success: {
    status: 200,
    description: 'The twins. The list may be empty.',
    schema: TwinList,
    example: listView([TWIN_EXAMPLE]),
  },
  errors: [],
  async handle({ account }, { twins, plans, publicUrl, mediaLinks }) {
    const plan = planOf(plans, account.planId)
    const views = (await twins.list(ownerIdOf(account))).flatMap((twin) => {
      const status = statusOf(twin)
      return status === null ? [] : [twinView(twin, status, plan, { publicUrl, mediaLinks })]
    })
    return { body: listView(views) }
  },
})
