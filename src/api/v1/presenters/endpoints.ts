import { searchPresenters } from '../../../domain/picture/catalogue.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { listView } from '../../contract/list.ts'
import { PRESENTER_EXAMPLE } from './examples.ts'
import { PresenterList, PresenterSearch } from './schema.ts'
import { presenterView } from './view.ts'

/** GET /presenters: lists the stock presenters, optionally filtered by a search text. */
export const listPresenters = endpoint({
  method: 'get',
  path: '/presenters',
  scopes: [],
  operationId: 'listPresenters',
  tag: 'Catalogue',
  summary: 'List presenters',
  description: 'Returns the stock presenters, or those that match `q`.',
  query: PresenterSearch,
  success: {
    status: 200,
    description: 'The matching presenters. The list may be empty.',
    schema: PresenterList,
    example: listView([PRESENTER_EXAMPLE]),
  },
  errors: [],
  handle: async ({ query }, { renderer, publicUrl }) => ({
    body: listView(
      searchPresenters(renderer.presenters(), query.q).map((found) => presenterView(found, publicUrl)),
    ),
  }),
})
