import { z } from 'zod'
import type { ZodOpenApiOverrideMetaContext } from 'zod-openapi'

/** Headers of answers, as they are described to callers. */

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
