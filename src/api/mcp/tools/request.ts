import { z } from 'zod'

import { ASPECT_RATIOS } from '../../../domain/video/video-options.ts'

/** What a video is made of, as a model says it. */
export const VideoInput = z.object({
  script: z.string().describe('Every word is spoken exactly as written. No stage directions, no markup.'),
  presenter_id: z.string().optional().describe('From list_catalogue. Give this or twin_id.'),
  twin_id: z.string().optional(),
  voice_id: z.string().optional().describe('Default: the voice of the presenter.'),
  title: z.string().optional(),
  aspect_ratio: z.enum(ASPECT_RATIOS).optional(),
  captions: z.boolean().optional().describe('Burn captions into the picture.'),
  set: z.string().optional().describe('Background: the id of a set.'),
})

/** The body of `POST /videos`. */
export function bodyOf({ aspect_ratio, captions, set, ...video }: z.infer<typeof VideoInput>): object {
  const options = {
    ...(aspect_ratio && { aspect_ratio }),
    ...(captions && { captions: 'burned' }),
    ...(set !== undefined && { background: { set } }),
  }
  return { ...video, ...(Object.keys(options).length > 0 && { options }) }
}
