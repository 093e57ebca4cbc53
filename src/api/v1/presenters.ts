import { searchPresenters } from '../../domain/catalogue.ts'
import { endpoint } from '../endpoint.ts'
import { PresenterSearch } from '../schemas/parameters.ts'
import { listView, presenterView } from '../views.ts'

/** GET /presenters: the stock presenters, by an optional search text. */
export const listPresenters = endpoint({
  method: 'get',
  path: '/presenters',
  summary: 'List presenters available to the API',
  query: PresenterSearch,
  successStatus: 200,
  errors: ['invalid_request'],
  handle: async ({ query }, { renderer, publicUrl }) => ({
    body: listView(
      searchPresenters(renderer.presenters(), query.q).map((found) => presenterView(found, publicUrl)),
    ),
  }),
})
