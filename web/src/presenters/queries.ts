import { queryOptions } from '@tanstack/react-query'

import { ask } from '../api/client.ts'
import type { Answer } from '../api/client.ts'

/** A presenter as the API lists them. */
export type PresenterItem = Answer<'GET /presenters'>['data'][number]

/** Catalogues change with releases. */
const CATALOGUE_MS = 10 * 60_000

/** All presenters, in catalogue order. */
export const presentersQuery = queryOptions({
  queryKey: ['presenters'],
  staleTime: CATALOGUE_MS,
  queryFn: () => ask('GET /presenters'),
  select: ({ data }) => data,
})
