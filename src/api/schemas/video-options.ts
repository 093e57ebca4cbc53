import { z } from 'zod'

import { USUAL_OPTIONS } from '../../domain/video-options.ts'
import type { VideoOptions as Options } from '../../domain/video-options.ts'

const resolution = z
  .enum(['720p', '1080p'])
  .describe('Pixels of the short side: `720p` is 1280×720 in 16:9 and 720×1280 in 9:16.')

const aspectRatio = z
  .enum(['16:9', '9:16', '1:1', '4:5'])
  .describe('Width to height. The presenter is framed anew for each; nothing is cut off or stretched.')

/** Member `options` of POST /videos: everything may be left out. */
export const CreateVideoOptions = z
  .strictObject({
    resolution: resolution.optional(),
    aspect_ratio: aspectRatio.optional(),
  })
  .meta({
    id: 'CreateVideoOptions',
    description: 'How the video is shown. Leave out what is to be as usual.',
  })

/** Member `options` of a video: nothing is left out. */
export const VideoOptions = z
  .strictObject({ resolution, aspect_ratio: aspectRatio })
  .meta({ id: 'VideoOptions', description: 'How the video is shown.' })

/** The options in the house's own words, filled in, always in the same order. */
export function toVideoOptions(sent: z.infer<typeof CreateVideoOptions> = {}): Options {
  return {
    resolution: sent.resolution ?? USUAL_OPTIONS.resolution,
    aspectRatio: sent.aspect_ratio ?? USUAL_OPTIONS.aspectRatio,
  }
}

/** The options as a client reads them, and may send them again. */
export function optionsView(options: Options): z.infer<typeof VideoOptions> {
  return { resolution: options.resolution, aspect_ratio: options.aspectRatio }
}
