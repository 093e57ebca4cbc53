import { z } from 'zod'

import { WEBHOOK_EVENT_TYPES } from '../../../domain/webhook-event.ts'
import { listOf } from '../../contract/list.ts'
import { idParameter, limitParameter } from '../../contract/parameters.ts'
import { timestamp } from '../../contract/timestamp.ts'

const responseStatus = () =>
  z.int().min(100).max(999).nullable().describe('HTTP status of the answer; null when there was none.')

const DURATION = 'Milliseconds from looking up the name to the end of the answer.'

const responseExcerpt = () => z.string().describe('The beginning of the answer’s body: 4 kB at most.')

const attemptError = () =>
  z.string().nullable().describe('Why there was no usable answer; null when there was one.')

const eventMembers = {
  id: z.string().describe('Event identifier: the header `webhook-id` of every delivery.'),
  type: z.enum(WEBHOOK_EVENT_TYPES).describe('The member `event` of the body.'),
  video_id: z.string().describe('The video it is about.'),
  status: z
    .enum(['pending', 'delivered', 'exhausted', 'gone', 'no_destination', 'endpoint_disabled'])
    .describe(
      'Where its newest delivery stands. `pending`: it goes on. `delivered`: answered with 2xx. ' +
        '`exhausted`: every attempt failed. `gone`: the receiver answered 410, or the video was deleted. ' +
        '`no_destination`: there was no webhook to send it to. `endpoint_disabled`: held until the ' +
        'account’s webhook is switched on again.',
    ),
  created_at: timestamp().describe('When the video became ready or failed.'),
  completed_at: timestamp().nullable().describe('When the delivery ended; null while it is pending.'),
  delivery_count: z.int().min(1).describe('1, and one more for each redelivery.'),
  attempt_count: z.int().min(0).describe('Attempts of all deliveries together.'),
  last_response_status: responseStatus(),
  next_attempt_at: timestamp().nullable().describe('When the next attempt is due; null when none is.'),
}

/** One event, and where its delivery stands. */
export const WebhookEvent = z
  .strictObject(eventMembers)
  .meta({ id: 'WebhookEvent', description: 'Something that happened to a video, and how its telling went.' })

/** One page of GET /webhooks/events. */
export const WebhookEventList = listOf('WebhookEventList', WebhookEvent, 'One page of events, newest first.')

const WebhookAttempt = z
  .strictObject({
    delivery: z.int().min(1).describe('1 for the first delivery, one more for each redelivery.'),
    attempt: z
      .int()
      .min(1)
      .describe('Its place in the delivery’s schedule; there twice when it was cut short and made again.'),
    attempted_at: timestamp(),
    url: z.string().describe('Where it was sent.'),
    request_headers: z
      .record(z.string(), z.string())
      .nullable()
      .describe('As sent, but that signatures are `[removed]`; null when nothing was sent.'),
    request_body: z
      .string()
      .nullable()
      .describe('As sent, but for signatures of links; null when it is not kept any more.'),
    delivered: z.boolean().describe('Whether the answer was 2xx.'),
    response_status: responseStatus(),
    duration_ms: z
      .int()
      .min(0)
      .nullable()
      .describe(`${DURATION} Null while the attempt is under way or when it was cut short.`),
    response_excerpt: responseExcerpt(),
    error: attemptError(),
    next_attempt_at: timestamp()
      .nullable()
      .describe('When the one after it was planned; null when none was.'),
  })
  .meta({ id: 'WebhookAttempt', description: 'One try to deliver an event, and what came of it.' })

/** Answer of GET /webhooks/events/{id}. */
export const WebhookEventDetails = z
  .strictObject({
    ...eventMembers,
    attempts: z.array(WebhookAttempt).describe('Oldest first; of more than a hundred, the latest hundred.'),
  })
  .meta({ id: 'WebhookEventDetails', description: 'An event and every attempt to deliver it.' })

/** Body of POST /webhooks/test. */
export const TestWebhook = z
  .strictObject({
    event: z.enum(WEBHOOK_EVENT_TYPES).default('video.ready').describe('Which event is made up.'),
  })
  .meta({ id: 'TestWebhook', description: 'What the test looks like to the receiver.' })

/** Answer of POST /webhooks/test. */
export const WebhookTest = z
  .strictObject({
    event_id: z.string().describe('The header `webhook-id` that was sent.'),
    event: z.enum(WEBHOOK_EVENT_TYPES),
    url: z.string().describe('Where it was sent.'),
    sent_at: timestamp(),
    delivered: z.boolean().describe('Whether the answer was 2xx.'),
    response_status: responseStatus(),
    duration_ms: z.int().min(0).describe(DURATION),
    response_excerpt: responseExcerpt(),
    error: attemptError(),
  })
  .meta({ id: 'WebhookTest', description: 'What the receiver said to a test event.' })

const EVENT_ID_EXAMPLE = 'evt_01kam4q2v3e8tbw9k2x7c5n0hd'

/** Path of one event. */
export const EventPath = z.object({
  id: idParameter.meta({ description: 'Event identifier.', example: EVENT_ID_EXAMPLE }),
})

/** Query of GET /webhooks/events. */
export const EventPage = z.object({
  limit: limitParameter,
  before: idParameter.optional().meta({
    description: '`next_before` of the page before, or the id of one of your events: older ones follow.',
    example: EVENT_ID_EXAMPLE,
  }),
})
