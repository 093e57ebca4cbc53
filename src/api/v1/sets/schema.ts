import { z } from 'zod'

import { listOf } from '../../contract/list.ts'

/** A studio set that any presenter can appear in. */
export const StudioSet = z
  .strictObject({
    id: z.string().describe('Set identifier. Pass it as `options.background.set`.'),
    name: z.string(),
    description: z.string().describe('What the set looks like.'),
    thumbnail_url: z.url().describe('Link to a picture of the set. It does not expire.'),
  })
  .meta({ id: 'StudioSet', description: 'A studio set that any presenter can appear in.' })

/** Response of GET /sets. */
export const StudioSetList = listOf('StudioSetList', StudioSet, 'The studio sets, in a single page.')
