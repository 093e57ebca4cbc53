import { queryOptions } from '@tanstack/react-query'

import type { presenterView } from '../../../src/api/v1/presenters/view.ts'
import { ask } from '../api/client.ts'

/** A presenter as the API lists them. */
export type PresenterItem = ReturnType<typeof presenterView>

/** Catalogues change with releases. */
const CATALOGUE_MS = 10 * 60_000

/** All presenters, in catalogue order. */
export const presentersQuery = queryOptions({
  queryKey: ['presenters'],
  staleTime: CATALOGUE_MS,
  queryFn: () => ask<{ readonly data: readonly PresenterItem[] }>('GET', '/presenters'),
  select: ({ data }) => data,
})
