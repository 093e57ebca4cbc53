import { endpoint } from '../../contract/endpoint.ts'
import { listView } from '../../contract/list.ts'
import { SET_EXAMPLE } from './examples.ts'
import { StudioSetList } from './schema.ts'
import { setView } from './view.ts'

/** GET /sets: lists the studio sets. */
export const listSets = endpoint({
  method: 'get',
  path: '/sets',
  scopes: [],
  operationId: 'listSets',
  tag: 'Catalogue',
  summary: 'List studio sets',
  description: 'Every presenter can appear in every set, and has one of their own.',
  success: {
    status: 200,
    description: 'The sets.',
    schema: StudioSetList,
    example: listView([SET_EXAMPLE]),
  },
  errors: [],
  handle: async (_, { sets, publicUrl }) => ({ body: listView(sets.map((set) => setView(set, publicUrl))) }),
})
