import type { z } from 'zod'

import { EXAMPLE_SERVICE } from '../../contract/example-service.ts'
import type { StudioSet } from './schema.ts'

/** A studio set. */
export const SET_EXAMPLE: z.infer<typeof StudioSet> = {
  id: 'library',
  name: 'Library',
  description: 'Dark shelves full of books, lit board by board.',
  thumbnail_url: `${EXAMPLE_SERVICE}/media/sets/library/thumbnail.jpg`,
}
