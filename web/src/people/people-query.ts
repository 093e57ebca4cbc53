import { queryOptions } from '@tanstack/react-query'

import type { InvitationView, MemberView } from '../../../src/api/console/people/endpoints.ts'
import { ask } from '../api/client.ts'

/** Who works for the account, and who is invited to. */
export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: () => ask<{ members: MemberView[]; invitations: InvitationView[] }>('GET', '/people'),
})
