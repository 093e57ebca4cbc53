import type { z } from 'zod'

import type { Estimate as EstimateSchema } from '../../v1/estimate/schema.ts'
import type { Answered, Ask } from '../ask.ts'
import { errorOf, found, isSuccess, tool } from '../tool.ts'
import { bodyOf, VideoInput } from './request.ts'

/** An estimate as the API returns it. */
export type Estimate = z.infer<typeof EstimateSchema>

/** Asks what a video would take. */
export function askEstimate(ask: Ask, video: z.infer<typeof VideoInput>): Promise<Answered> {
  return ask({ method: 'POST', path: '/videos/estimate', body: bodyOf(video) })
}

/** Tells how long a video would be, what it would cost, and what would be refused. */
export const estimateVideo = tool({
  name: 'estimate_video',
  title: 'Estimate a video',
  description:
    'Tells how long a video would be, how many seconds of the plan it would take, and what would refuse it. Free.',
  input: VideoInput,
  effect: 'read',
  async run(video, { ask }) {
    const answer = await askEstimate(ask, video)
    if (!isSuccess(answer)) return errorOf(answer)
    const { would_be_refused: refusals, ...figures } = answer.body as Estimate
    return found({ ...figures, would_be_refused: refusals.map(({ message }) => message) })
  },
})
