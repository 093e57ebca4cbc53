import { z } from 'zod'

import { listOf } from '../../contract/list.ts'

/** A set that any presenter can stand in. */
export const StudioSet = z
  .strictObject({
    id: z.string().describe('Set identifier, for `options.background.set`.'),
    name: z.string(),
    description: z.string().describe('What there is to be seen.'),
    thumbnail_url: z.url().describe('A picture; this link does not expire.'),
  })
  .meta({ id: 'StudioSet', description: 'A set that any presenter can stand in.' })

/** Answer of GET /sets. */
export const StudioSetList = listOf('StudioSetList', StudioSet, 'The sets, all in one list.')
