import { planOf } from '../../../domain/plan.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { listView } from '../../contract/list.ts'
import { TWIN_EXAMPLE } from './examples.ts'
import { TwinList } from './schema.ts'
import { twinView } from './view.ts'

/** GET /twins: the account's digital twins. */
export const listTwins = endpoint({
  method: 'get',
  path: '/twins',
  operationId: 'listTwins',
  tag: 'Catalogue',
  summary: 'List the account’s twins',
  description:
    'Digital twins, in the order they were made. They are recorded in the application; the API uses those ' +
    'that are `ready` and `usable_in_videos`.',
  success: {
    status: 200,
    description: 'The twins, possibly none.',
    schema: TwinList,
    example: listView([TWIN_EXAMPLE]),
  },
  errors: [],
  async handle({ account }, { twins, plans, publicUrl }) {
    const plan = planOf(plans, account.planId)
    const found = await twins.list(account.id)
    return { body: listView(found.map((twin) => twinView(twin, plan, publicUrl))) }
  },
})
