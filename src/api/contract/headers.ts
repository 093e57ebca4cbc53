import { z } from 'zod'
import type { ZodOpenApiOverrideMetaContext } from 'zod-openapi'

import { IDEMPOTENCY_KEY, KEY_IS_READABLE } from '../../domain/idempotency-key.ts'

/** Headers as they are described to callers; `domain/idempotency-key.ts` reads the first one. */

/** Request headers of POST /videos. */
export const CreateVideoHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .optional()
    .meta({
      description:
        'Strongly recommended. The same key gives the same video and is never charged twice, for ever. ' +
        '1 to 255 visible ASCII characters, bare or as a quoted string. Also accepted as the member ' +
        `\`idempotency_key\`; when both are sent, they must be equal. ${KEY_IS_READABLE}`,
      example: '2f1d6f0e-6c1b-4e8a-9d55-0f6f1f6a7c11',
      override: { pattern: IDEMPOTENCY_KEY.source },
    }),
})

/** Response headers of POST /videos. */
export const CREATED_VIDEO_HEADERS = {
  Location: z.url().describe('Where the video is to be asked for.'),
  'Idempotency-Replayed': z
    .literal('true')
    .optional()
    .describe('There when this key was used before: nothing was created by this request.'),
}

/** Of every answer. */
export const REQUEST_ID = z
  .string()
  .regex(/^req_[0-9a-f]{32}$/)
  .meta({
    description: 'Names this request; the same as `error.request_id`.',
    example: 'req_5f0c6f2e9d6b4e0f8a7b3c1d2e4f6a8b',
  })

/** Of answers that tell when to try again. */
export const RETRY_AFTER = z
  .string()
  .regex(/^[1-9]\d*$/)
  .meta({
    description: 'Whole seconds; waiting exactly that long is enough.',
    example: '12',
    override: ({ jsonSchema }: ZodOpenApiOverrideMetaContext) => {
      delete jsonSchema.pattern
      Object.assign(jsonSchema, { type: 'integer', minimum: 1 })
    },
  })

/** Of answers to a missing or refused key. */
export const WWW_AUTHENTICATE = z.literal('Bearer').describe('How to authenticate.')

/** Of answers to a method that the path does not know. */
export const ALLOW = z.string().min(1).meta({
  description: 'The methods this path answers to.',
  example: 'GET, HEAD, POST',
})

/** Of every answer to a known key (draft-ietf-httpapi-ratelimit-headers). */
export const RATE_LIMIT_HEADERS = {
  'RateLimit-Policy': z.string().min(1).meta({
    description: 'The limits of this key: their names, `q` requests in `w` seconds.',
    example: '"requests";q=60;w=60',
  }),
  RateLimit: z.string().min(1).meta({
    description: 'What is left of them: `r` requests, and `t` seconds until there are more.',
    example: '"requests";r=58;t=41',
  }),
}
