import type { z } from 'zod'

import { EXAMPLE_SERVICE } from '../../contract/example-service.ts'
import type { Twin } from './schema.ts'

/** A ready twin of an account whose plan includes twins. */
export const TWIN_EXAMPLE: z.infer<typeof Twin> = {
  id: 'twn_01kam3w8q5e8tbw9k2x7c5n0hd',
  name: 'Anna Berg',
  status: 'ready',
  usable_in_videos: true,
  thumbnail_url: `${EXAMPLE_SERVICE}/media/presenters/maya/thumbnail.jpg`,
  preview_video_url: `${EXAMPLE_SERVICE}/media/presenters/maya/preview.mp4`,
  voice_name: 'Sarah',
}
