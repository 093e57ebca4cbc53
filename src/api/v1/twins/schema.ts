import { z } from 'zod'

import { listOf } from '../../contract/list.ts'
import { openEnum } from '../../contract/fields/open-enum.ts'

/** A digital twin (specification section 2). */
export const Twin = z
  .strictObject({
    id: z.string().describe('Twin identifier. Pass it as `twin_id`.'),
    name: z.string(),
    status: openEnum(['building', 'ready']).describe('A twin that is `building` cannot be used yet.'),
    usable_in_videos: z.boolean().describe('Whether the twin’s status and the plan let you use it.'),
    thumbnail_url: z
      .url()
      .nullable()
      .describe('Link to a picture of the twin. Null while the twin is `building`.'),
    preview_video_url: z
      .url()
      .nullable()
      .describe('Link to a short preview video. Null while the twin is `building`.'),
    voice_name: z
      .string()
      .nullable()
      .describe(
        'The twin’s saved voice, used unless you pass `voice_id`: one of the catalogue, never the ' +
          'person’s own. Null until a voice is saved.',
      ),
  })
  .meta({
    id: 'Twin',
    description: 'A digital twin, recorded in the application.',
  })

/** Response of GET /twins. */
export const TwinList = listOf('TwinList', Twin, 'The twins, in a single page.')
