import { infiniteQueryOptions } from '@tanstack/react-query'

import { ask } from '../api/client.ts'
import { askPages, LARGEST_PAGE } from '../api/pages.ts'

/** What begins the keys of both queries: who works for the account, and who is invited to. */
export const PEOPLE = { queryKey: ['people'] }

/** The people of the account, page by page, in the order in which they joined. */
export const peopleQuery = infiniteQueryOptions({
  queryKey: ['people', 'members'],
  queryFn: ({ pageParam }) => ask('GET /people', { query: { limit: LARGEST_PAGE, after: pageParam } }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next_after: next }) => next,
})

/** Links that can still be used, page by page, newest first. */
export const invitationsQuery = infiniteQueryOptions({
  queryKey: ['people', 'invitations'],
  ...askPages('GET /people/invitations'),
})
