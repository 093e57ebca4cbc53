import type { z } from 'zod'

import { EXAMPLE_SERVICE } from '../../contract/example-service.ts'
import type { Presenter } from './schema.ts'

/** A stock presenter. */
export const PRESENTER_EXAMPLE: z.infer<typeof Presenter> = {
  id: 'maya',
  name: 'Maya Lindqvist',
  gender: 'female',
  language: 'en-US',
  thumbnail_url: `${EXAMPLE_SERVICE}/media/presenters/maya/thumbnail.jpg`,
  preview_video_url: `${EXAMPLE_SERVICE}/media/presenters/maya/preview.mp4`,
}
