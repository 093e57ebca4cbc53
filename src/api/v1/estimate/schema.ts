import { z } from 'zod'

import { Refusal } from '../../contract/error-schema.ts'

/** Answer of POST /videos/estimate. */
export const Estimate = z
  .strictObject({
    video_seconds: z
      .int()
      .min(1)
      .nullable()
      .describe(
        'Would be reserved; the charge is the real length, never more. Null when the script has more ' +
          'characters than the plan permits: such a script is not estimated.',
      ),
    expected_duration_seconds: z
      .number()
      .min(0)
      .nullable()
      .describe('How long the video will probably be; null together with `video_seconds`.'),
    remaining_video_seconds: z.int().min(0).describe('Free to use now.'),
    remaining_after_video_seconds: z
      .int()
      .min(0)
      .nullable()
      .describe(
        'Would remain while the video is made; null when there is not enough, or nothing was estimated.',
      ),
    would_be_refused: z
      .array(Refusal)
      .describe(
        'Why it would be refused now, in the order in which it would; empty when it would be accepted.',
      ),
  })
  .meta({ id: 'Estimate', description: 'What creating this video would come to at this moment.' })
