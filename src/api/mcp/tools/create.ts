import { randomUUID } from 'node:crypto'

import { z } from 'zod'

import { createdTask } from '../tasks.ts'
import { errorOf, found, isSuccess, refused, tool } from '../tool.ts'
import type { ToolCall } from '../tool.ts'
import { askEstimate } from './estimate.ts'
import type { Estimate } from './estimate.ts'
import { bodyOf, VideoInput } from './request.ts'
import { videoSummary } from './video.ts'
import type { Video } from './video.ts'

const Input = VideoInput.extend({
  idempotency_key: z
    .string()
    .optional()
    .describe('After an error or no answer, repeat with the key that you sent: one video, charged once.'),
})

/** Has a video made. */
export const createVideo = tool({
  name: 'create_video',
  title: 'Create a video',
  description:
    'Has a presenter speak a script, and charges the seconds of the video to the plan. Returns at once; then call wait_for_video.',
  input: Input,
  effect: 'write',
  async run({ idempotency_key: idempotencyKey = randomUUID(), ...video }, call) {
    const tooLong = await whyTooLong(call, video)
    if (tooLong !== null) return tooLong
    const answer = await call.ask({ method: 'POST', path: '/videos', body: bodyOf(video), idempotencyKey })
    if (!isSuccess(answer)) return errorOf(answer)
    const created = answer.body as Video
    if (call.takesTasks) return createdTask(created, answer.retryAfter)
    return found({ ...videoSummary(created), idempotency_key: idempotencyKey })
  },
})

/** Why a server does not make a video for agents that it would make for others. */
async function whyTooLong({ ask, bounds }: ToolCall, video: z.infer<typeof VideoInput>) {
  const { maxVideoSeconds: most } = bounds
  if (most === null) return null
  const answer = await askEstimate(ask, video)
  if (!isSuccess(answer)) return errorOf(answer)
  const { expected_duration_seconds: seconds } = answer.body as Estimate
  if (seconds === null || seconds <= most) return null
  return refused(
    `This server makes videos of at most ${most} seconds for agents, and this script takes about ${Math.ceil(seconds)}. ` +
      'Shorten it, or split it into several videos.',
  )
}
