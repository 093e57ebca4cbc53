import { z } from 'zod'
import type { ZodOpenApiCallbacksObject, ZodOpenApiPathItemObject, ZodOpenApiSchemaObject } from 'zod-openapi'

import { WEBHOOK_EVENT_TYPES } from '../../../domain/webhook/webhook-event.ts'
import type { EventType, WebhookEventType } from '../../../domain/webhook/webhook-event.ts'
import { timestamp } from '../../contract/fields/timestamp.ts'
import { VIDEO_EXAMPLES } from '../videos/examples.ts'
import type { Video } from '../videos/schema.ts'
import { endpointEventWebhooks } from './endpoint-event-descriptions.ts'

/** The instructions for receivers (specification section 6), as the OpenAPI document gives them. */
const VERIFY =
  'Verify the signature over the raw body with a constant-time comparison, and reject timestamps ' +
  'older than 5 minutes. Return any 2xx status within 15 seconds; otherwise the delivery is attempted ' +
  'ten times over about three days. An event can arrive twice: keep track of the `event` and ' +
  '`data.id` pairs that you have handled.'

/** Headers of a webhook: the two of the specification and the three of Standard Webhooks. */
export const WebhookHeaders = z.object({
  'X-Service-Timestamp': timestamp().meta({
    description: 'When this attempt was signed. Part of the signed content.',
    example: '2026-11-21T10:01:06.000Z',
  }),
  'X-Service-Signature': z
    .string()
    .regex(/^sha256=[0-9a-f]{64}$/)
    .meta({
      description:
        '`sha256=<hex>`: HMAC-SHA256 with the signing secret over the timestamp, a period, and the raw body.',
      example: `sha256=${'5f0c6f2e9d6b4e0f'.repeat(4)}`,
    }),
  'webhook-id': z
    .string()
    .regex(/^evt_[0-9a-z]{26}$/)
    .meta({
      description: 'Identifier of the event, the same on every attempt. Only `webhook-signature` covers it.',
      example: 'evt_01kam4q2v3e8tbw9k2x7c5n0hd',
    }),
  'webhook-timestamp': z.string().regex(/^\d+$/).meta({
    description: 'Time of this attempt in Unix seconds.',
    example: '1795255266',
  }),
  'webhook-signature': z
    .string()
    .regex(/^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$/)
    .meta({
      description:
        '`v1,` and a base64 HMAC-SHA256 over id, timestamp and body (Standard Webhooks). While two ' +
        'secrets overlap, two of them, separated by a space.',
      example: 'v1,q2vJ8mZr1T0cWb5nYx7Kd3Hs9Lf4Gp6Qe2Ua0iVoXyE=',
    }),
})

/** Component `VideoEvent`, the body of a webhook: three members and no other (specification section 6). */
export const VIDEO_EVENT = {
  type: 'object',
  description: 'What a webhook receives.',
  properties: {
    event: {
      type: 'string',
      description: 'What happened. Ignore events that you do not recognize.',
      'x-extensible-enum': WEBHOOK_EVENT_TYPES,
    },
    // By name: as a schema it would count as input here, and get a second name for that.
    data: { $ref: '#/components/schemas/Video' },
    sent_at: { type: 'string', format: 'date-time', description: 'When this attempt was sent.' },
  },
  required: ['event', 'data', 'sent_at'],
} satisfies ZodOpenApiSchemaObject

const RECEIVED = {
  '2XX': { description: 'Received. The body is ignored.' },
  '410': { description: 'The receiver no longer exists: no further attempts.' },
}

/** The webhooks of the OpenAPI document. */
export function webhooks(): Record<EventType, ZodOpenApiPathItemObject> {
  return {
    'video.ready': webhook('video.ready', 'A video is ready', VIDEO_EXAMPLES.ready),
    'video.failed': webhook('video.failed', 'A video has failed', VIDEO_EXAMPLES.failed),
    ...endpointEventWebhooks(RECEIVED),
  }
}

/**
 * The callbacks of `POST /videos`: what the video's own `webhook_url` receives. They also tie the event to a path:
 * generators such as oapi-codegen leave out what only webhooks use, and would refer to it all the same.
 */
export const VIDEO_CALLBACKS = {
  videoEvent: {
    '{$request.body#/webhook_url}': {
      post: {
        operationId: 'onVideoEvent',
        summary: 'The video has ended',
        description: 'The same request as that of the webhooks `video.ready` and `video.failed`.',
        security: [],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/VideoEvent' } } },
        },
        responses: RECEIVED,
      },
    },
  },
} satisfies ZodOpenApiCallbacksObject

function webhook(event: WebhookEventType, summary: string, data: z.infer<typeof Video>) {
  return {
    post: {
      operationId: event === 'video.ready' ? 'onVideoReady' : 'onVideoFailed',
      summary,
      description: `Sent with POST to the account webhook, or to the video's own \`webhook_url\`. ${VERIFY}`,
      security: [],
      requestParams: { header: WebhookHeaders },
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/VideoEvent' },
            example: { event, data, sent_at: '2026-11-21T10:01:06.000Z' },
          },
        },
      },
      responses: RECEIVED,
    },
  } satisfies ZodOpenApiPathItemObject
}
