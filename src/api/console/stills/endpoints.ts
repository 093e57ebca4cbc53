import { z } from 'zod'

import { invalidFields } from '../../../domain/error/errors.ts'
import { CreateVideoOptions, toVideoOptions } from '../../v1/videos/options-schema.ts'
import { idParameter } from '../../contract/parameters.ts'
import { consoleEndpoint } from '../endpoint.ts'

const Still = z.strictObject({
  presenter_id: idParameter.optional(),
  twin_id: idParameter.optional(),
  options: CreateVideoOptions.optional(),
})

/** What a video would look like. */
const StillView = z.strictObject({
  /** A JPEG as a data URL; null for presenters that are drawn elsewhere, who are seen in their videos only. */
  image: z.string().nullable(),
})
type StillView = z.infer<typeof StillView>

/** POST /stills: one picture of a video that could be made, with all of its options. Nothing is kept or charged. */
export const drawStill = consoleEndpoint({
  method: 'post',
  path: '/stills',
  body: Still,
  // As large as that of the video that it shows.
  bodyBytes: 65_536,
  countsAs: 'estimates',
  bound: 'still',
  answer: StillView,
  async handle({ account, body, gone }, ports) {
    const { presenter_id: presenterId = null, twin_id: twinId = null, options } = body
    if ((presenterId === null) === (twinId === null)) {
      const message = 'Send either presenter_id or twin_id.'
      throw invalidFields({ presenter_id: { code: presenterId === null ? 'required' : 'conflict', message } })
    }
    const who = { presenterId, twinId, options: toVideoOptions(options) }
    const still = await ports.drawStill({ account, who, signal: gone })
    const image = still && `data:image/jpeg;base64,${Buffer.from(still).toString('base64')}`
    return { image }
  },
})
