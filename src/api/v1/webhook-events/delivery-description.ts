import { z } from 'zod'
import type { ZodOpenApiPathItemObject, ZodOpenApiSchemaObject } from 'zod-openapi'

import type { WebhookEventType } from '../../../domain/webhook-event.ts'
import { timestamp } from '../../contract/timestamp.ts'
import { VIDEO_EXAMPLES } from '../videos/examples.ts'
import type { Video } from '../videos/schema.ts'

/** What a receiver must check before it trusts a delivery (specification section 6). */
const VERIFY =
  'Verify the signature in constant time over the raw body before trusting it, and refuse timestamps older ' +
  'than 5 minutes. Answer any 2xx within 15 seconds; anything else is tried again, ten times over about ' +
  'three days. A delivery can arrive twice: remember `event` and `data.id` of those you have handled.'

/** Headers of a webhook: the specification's two, and the three of Standard Webhooks. */
export const WebhookHeaders = z.object({
  'X-Service-Timestamp': timestamp().meta({
    description: 'When this attempt was signed.',
    example: '2026-11-21T10:01:06.000Z',
  }),
  'X-Service-Signature': z
    .string()
    .regex(/^sha256=[0-9a-f]{64}$/)
    .meta({
      description:
        '`sha256=<hex>`: HMAC-SHA256 with the signing secret over the timestamp, a period, and the raw body.',
      example: 'sha256=5f2b8c1e0d7a4b9683f2c5e1a7d04b6893f5c2e8b1a7d4069f3c5e2b8a1d7f40',
    }),
  'webhook-id': z
    .string()
    .regex(/^evt_[0-9a-z]{26}$/)
    .meta({
      description:
        'The event, the same on every attempt (Standard Webhooks). Covered by `webhook-signature` only.',
      example: 'evt_01kam4q2v3e8tbw9k2x7c5n0hd',
    }),
  'webhook-timestamp': z.string().regex(/^\d+$/).meta({
    description: 'Unix seconds of this attempt (Standard Webhooks).',
    example: '1795255266',
  }),
  'webhook-signature': z
    .string()
    .regex(/^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$/)
    .meta({
      description:
        '`v1,` and a base64 HMAC-SHA256 over id, timestamp and body (Standard Webhooks). Two of them, with ' +
        'a space between, while a new secret takes over.',
      example: 'v1,mK3f8Qe1Zr7Yw2Tn6Vb0Lx9Jd4Hs5Gc3Pu8Ai1Eo7Mg=',
    }),
})

/** Body of a webhook: three members and no other (specification section 6). */
function webhookBody(event: WebhookEventType): ZodOpenApiSchemaObject {
  return {
    type: 'object',
    properties: {
      event: { type: 'string', const: event },
      // By name: as a schema it would count as input here, and get a second name for that.
      data: { $ref: '#/components/schemas/Video' },
      sent_at: { type: 'string', format: 'date-time', description: 'When this attempt was sent.' },
    },
    required: ['event', 'data', 'sent_at'],
  }
}

/** What we send to the account's webhook, for the API's description. */
export function webhooks(): Record<WebhookEventType, ZodOpenApiPathItemObject> {
  return {
    'video.ready': webhook('video.ready', 'A video is ready', VIDEO_EXAMPLES.ready),
    'video.failed': webhook('video.failed', 'A video has failed', VIDEO_EXAMPLES.failed),
  }
}

function webhook(event: WebhookEventType, summary: string, data: z.infer<typeof Video>) {
  return {
    post: {
      operationId: event === 'video.ready' ? 'onVideoReady' : 'onVideoFailed',
      summary,
      description: `POSTed to the account's webhook, or to the \`webhook_url\` of the video. ${VERIFY}`,
      security: [],
      requestParams: { header: WebhookHeaders },
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: webhookBody(event),
            example: { event, data, sent_at: '2026-11-21T10:01:06.000Z' },
          },
        },
      },
      responses: {
        '2XX': { description: 'Received; the body is not read.' },
        '410': { description: 'No more attempts, please.' },
      },
    },
  } satisfies ZodOpenApiPathItemObject
}
