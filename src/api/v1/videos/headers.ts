import { z } from 'zod'

import { RETRY_AFTER } from '../../contract/headers.ts'
import { IDEMPOTENCY_KEY, KEY_IS_READABLE } from '../../../domain/video/idempotency-key.ts'

/** Request headers of POST /videos. `domain/video/idempotency-key.ts` reads and checks them. */
export const CreateVideoHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .optional()
    .meta({
      description:
        'Strongly recommended. Keys do not expire. 1 to 255 visible ASCII characters, bare or as a ' +
        'quoted string. Also accepted as the field `idempotency_key`; if you send both, they must be ' +
        `equal. ${KEY_IS_READABLE}`,
      example: '2f1d6f0e-6c1b-4e8a-9d55-0f6f1f6a7c11',
      override: { pattern: IDEMPOTENCY_KEY.source },
    }),
})

/** Response headers of what can wait for a video. */
export const WAITING_HEADERS = {
  'Retry-After': RETRY_AFTER.optional().describe(
    'For a video that is not finished: after how many seconds to ask again.',
  ),
  'Preference-Applied': z
    .string()
    .optional()
    .describe('Present when the header `Prefer` was followed.')
    .meta({ example: 'wait=30' }),
}

/** Response headers of POST /videos. */
export const CREATED_VIDEO_HEADERS = {
  ...WAITING_HEADERS,
  Location: z
    .url()
    .describe('URL of the video.')
    .meta({ example: 'https://video.example.com/api/v1/videos/vid_01kam4pz6zfb0t3vn1w2k7c8xe' }),
  'Idempotency-Replayed': z
    .literal('true')
    .optional()
    .describe('Present when the key was used before: this request created nothing.'),
}
