import { z } from 'zod'

import { DELIVERY_STATUSES, EVENT_TYPES, WEBHOOK_EVENT_TYPES } from '../../../domain/webhook/webhook-event.ts'
import { listOf } from '../../contract/list.ts'
import { idParameter, limitParameter, timeParameter } from '../../contract/parameters.ts'
import { openEnum } from '../../contract/fields/open-enum.ts'
import { timestamp } from '../../contract/fields/timestamp.ts'
import { VIDEO_ID_EXAMPLE } from '../videos/schema.ts'

const responseStatus = () =>
  z.int().min(100).max(999).nullable().describe('HTTP status of the response. Null when there was none.')

const DURATION = 'Milliseconds from the DNS lookup to the end of the response.'

const responseExcerpt = () => z.string().describe('The beginning of the response body, at most 4 kB.')

const attemptError = () =>
  z.string().nullable().describe('Why there was no usable response. Null when there was one.')

/** The type of an event in an answer. */
export const sentEventType = openEnum(EVENT_TYPES).meta({
  id: 'SentEventType',
  description: 'What happened.',
})

const eventMembers = {
  id: z.string().describe('Event identifier. Every delivery sends it as the `webhook-id` header.'),
  event: sentEventType,
  endpoint_id: z
    .string()
    .nullable()
    .describe('The endpoint that it is for. Null for the account webhook and the webhooks of videos.'),
  video_id: z
    .string()
    .nullable()
    .describe(
      'The video that it is about. Null when it is not about a video, which only endpoints are sent.',
    ),
  subject_id: z.string().describe('What it is about: a video, a batch, a twin, or the account.'),
  status: openEnum(DELIVERY_STATUSES).describe(
    'Status of the latest delivery. `exhausted`: every attempt failed. `gone`: the receiver returned ' +
      '410, or the video was deleted. `no_destination`: no webhook was set. `endpoint_disabled`: held ' +
      'until the webhook or the endpoint is enabled again.',
  ),
  created_at: timestamp().describe('When it happened.'),
  completed_at: timestamp().nullable().describe('When the latest delivery ended. Null while it is pending.'),
  delivery_count: z.int().min(1).describe('Number of deliveries: the first one and every redelivery.'),
  attempt_count: z.int().min(0).describe('Number of attempts, over all deliveries.'),
  last_response_status: responseStatus(),
  next_attempt_at: timestamp()
    .nullable()
    .describe('When the next attempt is due. Null when none is planned.'),
}

/** An event and the status of its delivery. */
export const WebhookEvent = z
  .strictObject(eventMembers)
  .meta({ id: 'WebhookEvent', description: 'An event and the status of its delivery.' })

/** One page of GET /webhooks/events. */
export const WebhookEventList = listOf('WebhookEventList', WebhookEvent, 'One page of events, newest first.')

const RequestHeaders = z
  .record(z.string(), z.string())
  .meta({ id: 'RequestHeaders', description: 'The headers of a delivery, by name.' })

const WebhookAttempt = z
  .strictObject({
    delivery: z.int().min(1).describe('1 for the first delivery, then one more for each redelivery.'),
    attempt: z
      .int()
      .min(1)
      .describe('Number within its delivery. Appears twice when an interrupted attempt was repeated.'),
    attempted_at: timestamp().describe('When the attempt started.'),
    url: z.string().describe('The URL that the request was sent to.'),
    request_headers: RequestHeaders.nullable().describe('Without signatures. Null when nothing was sent.'),
    request_body: z
      .string()
      .nullable()
      .describe('Without the signatures of links. Null when no longer stored.'),
    delivered: z.boolean().describe('Whether the receiver returned 2xx.'),
    response_status: responseStatus(),
    duration_ms: z
      .int()
      .min(0)
      .nullable()
      .describe(`${DURATION} Null while the attempt is in progress, or when it was interrupted.`),
    response_excerpt: responseExcerpt(),
    error: attemptError(),
    next_attempt_at: timestamp()
      .nullable()
      .describe('When the following attempt was planned. Null when none was planned.'),
  })
  .meta({ id: 'WebhookAttempt', description: 'One attempt to deliver an event, and its outcome.' })

/** Response of GET /webhooks/events/{id}. */
export const WebhookEventDetails = z
  .strictObject({
    ...eventMembers,
    attempts: z.array(WebhookAttempt).describe('The latest hundred attempts, oldest first.'),
  })
  .meta({ id: 'WebhookEventDetails', description: 'An event with its delivery attempts.' })

/** Body of POST /webhooks/test. */
export const TestWebhook = z
  .strictObject({
    event: z
      .enum(WEBHOOK_EVENT_TYPES)
      .nullish()
      .describe('Type of the event to send. `video.ready` by default.'),
  })
  .meta({ id: 'TestWebhook', description: 'The test event to send.' })

/** Response of POST /webhooks/test. */
export const WebhookTest = z
  .strictObject({
    event_id: z.string().describe('Identifier of the test event, sent as the `webhook-id` header.'),
    event: sentEventType,
    url: z.string().describe('The URL that the event was sent to.'),
    sent_at: timestamp().describe('When the event was sent.'),
    delivered: z.boolean().describe('Whether the receiver returned 2xx.'),
    response_status: responseStatus(),
    duration_ms: z.int().min(0).describe(DURATION),
    response_excerpt: responseExcerpt(),
    error: attemptError(),
  })
  .meta({ id: 'WebhookTest', description: 'The outcome of a test event.' })

const EVENT_ID_EXAMPLE = 'evt_01kam4q2v3e8tbw9k2x7c5n0hd'

/** Path of one event. */
export const EventPath = z.object({
  id: idParameter.meta({ description: 'Event identifier.', example: EVENT_ID_EXAMPLE }),
})

/** Which page of events. */
export const EventPage = z.object({
  limit: limitParameter,
  before: idParameter.optional().meta({
    description:
      'The `next_before` of the previous page; without a filter, also the id of an event. Only older ones are returned.',
    example: EVENT_ID_EXAMPLE,
  }),
})

/** Query of GET /webhooks/events. */
export const EventQuery = EventPage.extend({
  endpoint_id: idParameter
    .optional()
    .meta({ description: 'Events for this endpoint.', example: 'whe_01kam3zq9ve8tbw9k2x7c5n0hd' }),
  status: z
    .enum(DELIVERY_STATUSES)
    .optional()
    .meta({ description: 'Status of the latest delivery.', example: 'exhausted' }),
  video_id: idParameter
    .optional()
    .meta({ description: 'Only events of this video.', example: VIDEO_ID_EXAMPLE }),
  created_after: timeParameter.optional().describe('Only events created after this time.'),
})
