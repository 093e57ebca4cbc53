import { searchPresenters } from '../../../domain/catalogue.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { listView } from '../../contract/list.ts'
import { PRESENTER_EXAMPLE } from './examples.ts'
import { PresenterList, PresenterSearch } from './schema.ts'
import { presenterView } from './view.ts'

/** GET /presenters: the stock presenters, by an optional search text. */
export const listPresenters = endpoint({
  method: 'get',
  path: '/presenters',
  operationId: 'listPresenters',
  tag: 'Catalogue',
  summary: 'List presenters available to the API',
  description:
    'Stock presenters, all or those that match every word of `q` by name, gender or language, without ' +
    'regard to case and accents.',
  query: PresenterSearch,
  success: {
    status: 200,
    description: 'The presenters found, possibly none.',
    schema: PresenterList,
    example: listView([PRESENTER_EXAMPLE]),
  },
  errors: ['invalid_request'],
  handle: async ({ query }, { renderer, publicUrl }) => ({
    body: listView(
      searchPresenters(renderer.presenters(), query.q).map((found) => presenterView(found, publicUrl)),
    ),
  }),
})
