import { endpoint } from '../../contract/endpoint.ts'
import { listView } from '../../contract/list.ts'
import { SET_EXAMPLE } from './examples.ts'
import { StudioSetList } from './schema.ts'
import { setView } from './view.ts'

/** GET /sets: where presenters can stand. */
export const listSets = endpoint({
  method: 'get',
  path: '/sets',
  operationId: 'listSets',
  tag: 'Catalogue',
  summary: 'List sets that any presenter can stand in',
  description:
    'For `options.background.set` of `POST /videos`. A video that names no background shows its presenter in ' +
    'their own set.',
  success: {
    status: 200,
    description: 'The sets.',
    schema: StudioSetList,
    example: listView([SET_EXAMPLE]),
  },
  errors: [],
  handle: async (_, { sets, publicUrl }) => ({ body: listView(sets.map((set) => setView(set, publicUrl))) }),
})
