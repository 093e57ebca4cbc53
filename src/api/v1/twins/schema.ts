import { z } from 'zod'

import { listOf } from '../../contract/list.ts'

/** A digital twin (specification section 2). */
export const Twin = z
  .strictObject({
    id: z.string().describe('Twin identifier, for `twin_id`.'),
    name: z.string(),
    status: z.enum(['building', 'ready']).describe('A twin that is `building` cannot be used yet.'),
    usable_in_videos: z
      .boolean()
      .describe('Only twins where this is true may be used to create a video; it depends on the plan too.'),
    thumbnail_url: z.url().nullable().describe('A picture; null until the twin is built.'),
    preview_video_url: z.url().nullable().describe('A few spoken seconds; null until the twin is built.'),
    voice_name: z
      .string()
      .nullable()
      .describe('The saved voice, which speaks unless `voice_id` says otherwise; null until one is saved.'),
  })
  .meta({
    id: 'Twin',
    description: 'A digital twin of the account. Made in the application, not by the API.',
  })

/** Answer of GET /twins. */
export const TwinList = listOf('TwinList', Twin, 'The twins, all in one list.')
