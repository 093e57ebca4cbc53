import { problem } from '../../../domain/error/errors.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { KEPT_ANSWER_HEADERS, KeptAnswerHeaders } from '../../contract/kept-answer.ts'
import { pageView } from '../../contract/list.ts'
import { WEBHOOK_EVENT_DETAILS_EXAMPLE, WEBHOOK_EVENT_EXAMPLE, WEBHOOK_TEST_EXAMPLE } from './examples.ts'
import {
  EventPath,
  EventQuery,
  TestWebhook,
  WebhookEvent,
  WebhookEventDetails,
  WebhookEventList,
  WebhookTest,
} from './schema.ts'
import { webhookEventDetailsView, webhookEventView, webhookTestView } from './view.ts'

/** GET /webhooks/events: lists the account's events, newest first. */
export const listWebhookEvents = endpoint({
  method: 'get',
  path: '/webhooks/events',
  hasTestData: true,
  scopes: ['webhooks'],
  operationId: 'listWebhookEvents',
  tag: 'Webhooks',
  summary: 'List events',
  description:
    'Returns the events for the account webhook and the webhooks of videos, newest first. With `endpoint_id`, it returns those ' +
    'for this endpoint.',
  query: EventQuery,
  success: {
    status: 200,
    description: 'One page of events.',
    schema: WebhookEventList,
    example: { data: [WEBHOOK_EVENT_EXAMPLE], has_more: true, next_before: WEBHOOK_EVENT_EXAMPLE.id },
    links: { getWebhookEvent: { id: '$response.body#/data/0/id' } },
  },
  errors: [],
  async handle({ account, query: { limit, before, ...filter } }, { webhookEvents }) {
    const { endpoint_id: endpointId, status, video_id: videoId, created_after: createdAfter } = filter
    const rule = 'Send the next_before of an earlier page, or the id of one of your events.'
    const body = await pageView(
      { before, filter, rule },
      (after) =>
        webhookEvents.page(account.id, limit, after, {
          endpointId,
          statuses: status && [status],
          videoId,
          createdAfter,
        }),
      webhookEventView,
    )
    return { body }
  },
})

/** GET /webhooks/events/{id}: returns one event with its delivery attempts. */
export const getWebhookEvent = endpoint({
  method: 'get',
  path: '/webhooks/events/:id',
  hasTestData: true,
  scopes: ['webhooks'],
  operationId: 'getWebhookEvent',
  tag: 'Webhooks',
  summary: 'Retrieve an event',
  description: 'Returns the event with each request that was sent, and the response of the receiver.',
  params: EventPath,
  success: {
    status: 200,
    description: 'The event.',
    schema: WebhookEventDetails,
    example: WEBHOOK_EVENT_DETAILS_EXAMPLE,
  },
  errors: ['not_found'],
  async handle({ account, params }, { webhookEvents }) {
    const found = await webhookEvents.details(account.id, params.id)
    if (!found) throw problem('not_found')
    return { body: webhookEventDetailsView(found) }
  },
})

/** POST /webhooks/events/{id}/redeliver: starts a new delivery of an event. */
export const redeliverWebhookEvent = endpoint({
  method: 'post',
  path: '/webhooks/events/:id/redeliver',
  hasTestData: true,
  scopes: ['webhooks'],
  operationId: 'redeliverWebhookEvent',
  tag: 'Webhooks',
  summary: 'Redeliver an event',
  description:
    'Starts a new delivery with the same `webhook-id`, whatever became of earlier ones, for 30 days.',
  params: EventPath,
  headers: KeptAnswerHeaders,
  success: {
    status: 202,
    description: 'The event, whose new delivery has started.',
    schema: WebhookEvent,
    example: { ...WEBHOOK_EVENT_EXAMPLE, status: 'pending', completed_at: null },
    links: { getWebhookEvent: { id: '$response.body#/id' } },
    headers: KEPT_ANSWER_HEADERS,
  },
  keepsAnswers: true,
  errors: ['not_found', 'invalid_request'],
  handle: async ({ account, params }, ports) => ({
    body: webhookEventView(await ports.redeliverEvent({ accountId: account.id, eventId: params.id })),
  }),
})

/** POST /webhooks/test: sends a test event and returns the receiver's response. */
export const testWebhook = endpoint({
  method: 'post',
  path: '/webhooks/test',
  hasTestData: true,
  scopes: ['webhooks'],
  operationId: 'testWebhook',
  tag: 'Webhooks',
  summary: 'Send a test event',
  description:
    'Sends an event about a fictitious video to the account webhook, once, and waits up to 15 seconds ' +
    'for the response. The event is not logged. Success enables a disabled webhook again. A test ' +
    'counts as a video creation towards the rate limit.',
  headers: KeptAnswerHeaders,
  body: TestWebhook,
  bodyIsOptional: true,
  bodyExamples: { 'A ready video': {}, 'A failed video': { event: 'video.failed' } },
  success: {
    status: 200,
    description: 'The outcome of the test, including when the receiver returned an error.',
    schema: WebhookTest,
    example: WEBHOOK_TEST_EXAMPLE,
    headers: KEPT_ANSWER_HEADERS,
  },
  keepsAnswers: true,
  countsAs: 'creates',
  errors: [],
  async handle({ account, body, place }, ports) {
    await place?.take()
    const type = body.event ?? 'video.ready'
    return { body: webhookTestView(await ports.sendTestEvent({ account, type })) }
  },
})
