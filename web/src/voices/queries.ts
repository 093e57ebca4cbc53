import { queryOptions } from '@tanstack/react-query'

import { ask } from '../api/client.ts'

/** Every voice, starred ones marked. */
export const voiceCatalogueQuery = queryOptions({
  queryKey: ['voice-catalogue'],
  queryFn: async () => (await ask('GET /voice-catalogue')).data,
})
