import { infiniteQueryOptions } from '@tanstack/react-query'

import type { InvitationView, PeopleView } from '../../../src/api/console/people/endpoints.ts'
import { ask } from '../api/client.ts'
import { askPages, pageOf } from '../api/pages.ts'

/** What begins the keys of both queries: who works for the account, and who is invited to. */
export const PEOPLE = { queryKey: ['people'] }

/** Who works for the account, page by page, in the order in which they joined. */
export const peopleQuery = infiniteQueryOptions({
  queryKey: ['people', 'members'],
  queryFn: ({ pageParam }) => ask<PeopleView>('GET', pageOf('/people', pageParam)),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next_after: next }) => next,
})

/** Links that can still be used, page by page, newest first. */
export const invitationsQuery = infiniteQueryOptions({
  queryKey: ['people', 'invitations'],
  ...askPages<InvitationView>('/people/invitations'),
})
