import { z } from 'zod'

import { Refusal } from '../../contract/error/error-schema.ts'

/** Response of POST /videos/estimate. */
export const Estimate = z
  .strictObject({
    video_seconds: z
      .int()
      .min(1)
      .nullable()
      .describe(
        'Would be reserved: an upper estimate, or all that remain where that is less. The actual ' +
          'length is charged, never more. Null when the script is too long.',
      ),
    expected_duration_seconds: z
      .number()
      .min(0)
      .nullable()
      .describe('Expected length of the video in seconds. Null when `video_seconds` is null.'),
    remaining_video_seconds: z.int().min(0).describe('Video seconds available now.'),
    remaining_after_video_seconds: z
      .int()
      .min(0)
      .nullable()
      .describe(
        'Would remain while the video is in progress. Null when the account has too few, or ' +
          '`video_seconds` is null.',
      ),
    would_be_refused: z
      .array(Refusal)
      .describe(
        'The errors that `POST /videos` would return, the first one first. Empty when it would accept ' +
          'the video.',
      ),
  })
  .meta({ id: 'Estimate', description: 'An estimate of the length and cost of a video, as of now.' })
