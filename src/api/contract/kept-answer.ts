import { z } from 'zod'

import { IDEMPOTENCY_KEY } from '../../domain/video/idempotency-key.ts'

/** Request headers of an endpoint whose answers are kept. */
export const KeptAnswerHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .optional()
    .meta({
      description:
        'For 24 hours, a repeated request with the same key returns the response of the first and does nothing else.',
      example: '2f1d6f0e-6c1b-4e8a-9d55-0f6f1f6a7c11',
      override: { pattern: IDEMPOTENCY_KEY.source },
    }),
})

/** Response headers of an endpoint whose answers are kept. */
export const KEPT_ANSWER_HEADERS = {
  'Idempotency-Replayed': z
    .literal('true')
    .optional()
    .describe('Present when this is the response of an earlier request with the key.'),
}
