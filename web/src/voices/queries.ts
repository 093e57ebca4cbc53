import { queryOptions } from '@tanstack/react-query'

import type { CatalogueVoiceView } from '../../../src/api/console/voices/endpoints.ts'
import { ask } from '../api/client.ts'

/** Every voice, starred ones marked. */
export const voiceCatalogueQuery = queryOptions({
  queryKey: ['voice-catalogue'],
  queryFn: async () => (await ask<{ data: CatalogueVoiceView[] }>('GET', '/voice-catalogue')).data,
})
