import { searchPresenters } from '../../../domain/catalogue.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { PRESENTER_EXAMPLE } from '../videos/examples.ts'
import { PresenterSearch } from '../../contract/parameters.ts'
import { PresenterList } from './schema.ts'
import { listView, presenterView } from '../videos/view.ts'

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
