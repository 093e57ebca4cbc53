import { queryOptions } from '@tanstack/react-query'

import { ask } from '../api/client.ts'

/** Where the person is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => ask('GET /profile/sessions'),
})
