import type { z } from 'zod'

import { ERROR_CATALOGUE } from '../../../domain/error/errors.ts'
import { errorMembers } from '../../contract/error/error-view.ts'
import { EXAMPLE_SERVICE } from '../../contract/example-service.ts'
import type { Estimate } from './schema.ts'

/** An estimate for an account with enough seconds that has reached its concurrency limit. */
export const ESTIMATE_EXAMPLE: z.infer<typeof Estimate> = {
  video_seconds: 5,
  expected_duration_seconds: 3.8,
  remaining_video_seconds: 14_222,
  remaining_after_video_seconds: 14_217,
  would_be_refused: [
    {
      ...errorMembers('concurrency_limit', EXAMPLE_SERVICE),
      message: ERROR_CATALOGUE.concurrency_limit.message,
    },
  ],
}
