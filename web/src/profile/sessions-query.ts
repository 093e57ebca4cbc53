import { queryOptions } from '@tanstack/react-query'

import type { SessionEntryView } from '../../../src/api/console/profile/endpoints.ts'
import { ask } from '../api/client.ts'

/** Where the person is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => ask<{ data: SessionEntryView[] }>('GET', '/profile/sessions'),
})
