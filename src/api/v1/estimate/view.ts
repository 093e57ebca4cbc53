import type { z } from 'zod'

import type { VideoEstimate } from '../../../usecases/video/estimate-video.ts'
import { errorMembers } from '../../contract/error/error-view.ts'
import type { Estimate } from './schema.ts'

/** Formats an estimate as JSON. */
export function estimateView(
  { seconds, expectedSeconds, remainingSeconds, problems }: VideoEstimate,
  publicUrl: string,
): z.infer<typeof Estimate> {
  return {
    video_seconds: seconds,
    expected_duration_seconds: expectedSeconds,
    remaining_video_seconds: remainingSeconds,
    remaining_after_video_seconds:
      seconds === null || remainingSeconds < seconds ? null : remainingSeconds - seconds,
    would_be_refused: problems.map(({ code, message, details }) => ({
      ...errorMembers(code, publicUrl),
      message,
      ...(details.userMessage !== undefined && { user_message: details.userMessage }),
      ...(details.fields && { fields: details.fields }),
    })),
  }
}
