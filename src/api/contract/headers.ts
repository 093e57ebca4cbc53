import { z } from 'zod'
import type { ZodOpenApiOverrideMetaContext } from 'zod-openapi'

/** Response headers, as the OpenAPI document describes them. */

/** `X-Request-Id`, sent with every response. */
export const REQUEST_ID = z
  .string()
  .regex(/^req_[0-9a-f]{32}$/)
  .meta({
    description: 'Identifies this request. Errors repeat it as `error.request_id`.',
    example: 'req_5f0c6f2e9d6b4e0f8a7b3c1d2e4f6a8b',
    header: { id: 'X-Request-Id' },
  })

/** `Retry-After`, sent when a later retry can succeed. */
export const RETRY_AFTER = z
  .string()
  .regex(/^[1-9]\d*$/)
  .meta({
    description: 'Whole seconds to wait before you retry.',
    header: { id: 'Retry-After' },
    override: ({ jsonSchema }: ZodOpenApiOverrideMetaContext) => {
      delete jsonSchema.pattern
      Object.assign(jsonSchema, { type: 'integer', minimum: 1, example: 12 })
    },
  })

/** `WWW-Authenticate`, sent when the API key is missing or rejected. */
export const WWW_AUTHENTICATE = z.literal('Bearer').describe('The authentication scheme to use.')

/** `Allow`, sent when the path does not support the method of the request. */
export const ALLOW = z.string().min(1).meta({
  description: 'The methods that this path supports.',
  example: 'GET, HEAD, POST',
})

/** Sent with every response to a known key (draft-ietf-httpapi-ratelimit-headers). */
export const RATE_LIMIT_HEADERS = {
  'RateLimit-Policy': z
    .string()
    .min(1)
    .meta({
      description:
        'The rate limits of this key: each allows `q` requests in `w` seconds. Where the other keys of the account ' +
        'leave it less, also those of all keys together.',
      example: '"requests";q=60;w=60',
      header: { id: 'RateLimit-Policy' },
    }),
  RateLimit: z
    .string()
    .min(1)
    .meta({
      description: 'What remains of each rate limit: `r` requests, and more in `t` seconds.',
      example: '"requests";r=58;t=41',
      header: { id: 'RateLimit' },
    }),
}
