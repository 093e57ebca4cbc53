import { invalidFields, problem } from '../../../domain/errors.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { WEBHOOK_EVENT_DETAILS_EXAMPLE, WEBHOOK_EVENT_EXAMPLE, WEBHOOK_TEST_EXAMPLE } from './examples.ts'
import {
  EventPage,
  EventPath,
  TestWebhook,
  WebhookEvent,
  WebhookEventDetails,
  WebhookEventList,
  WebhookTest,
} from './schema.ts'
import { webhookEventDetailsView, webhookEventPageView, webhookEventView, webhookTestView } from './view.ts'

/** GET /webhooks/events: what happened, newest first. */
export const listWebhookEvents = endpoint({
  method: 'get',
  path: '/webhooks/events',
  operationId: 'listWebhookEvents',
  tag: 'Webhooks',
  summary: 'List events, newest first',
  description:
    'Every event of the account’s videos and where its delivery stands. Page back with `next_before`.',
  query: EventPage,
  success: {
    status: 200,
    description: 'One page of events.',
    schema: WebhookEventList,
    example: { data: [WEBHOOK_EVENT_EXAMPLE], has_more: true, next_before: WEBHOOK_EVENT_EXAMPLE.id },
    links: { getWebhookEvent: { id: '$response.body#/data/0/id' } },
  },
  errors: ['invalid_request'],
  async handle({ account, query }, { webhookEvents }) {
    const page = await webhookEvents.page(account.id, query.limit + 1, query.before ?? null)
    if (page === null) {
      const message = 'This is neither a next_before of a page nor the id of one of your events.'
      throw invalidFields({ before: { code: 'invalid', message } })
    }
    return { body: webhookEventPageView(page, query.limit) }
  },
})

/** GET /webhooks/events/{id}: one event with every attempt. */
export const getWebhookEvent = endpoint({
  method: 'get',
  path: '/webhooks/events/:id',
  operationId: 'getWebhookEvent',
  tag: 'Webhooks',
  summary: 'Get one event and its attempts',
  description: 'Every attempt to deliver it: what was sent, and what the receiver said.',
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

/** POST /webhooks/events/{id}/redeliver: send it once more. */
export const redeliverWebhookEvent = endpoint({
  method: 'post',
  path: '/webhooks/events/:id/redeliver',
  operationId: 'redeliverWebhookEvent',
  tag: 'Webhooks',
  summary: 'Deliver an event again',
  description:
    'Starts a new delivery of the same event, with the same `webhook-id`, whatever became of the ones ' +
    'before. Possible for 30 days after the event.',
  params: EventPath,
  success: {
    status: 202,
    description: 'The delivery has been started.',
    schema: WebhookEvent,
    example: { ...WEBHOOK_EVENT_EXAMPLE, status: 'pending', completed_at: null },
    links: { getWebhookEvent: { id: '$response.body#/id' } },
  },
  errors: ['not_found', 'invalid_request'],
  handle: async ({ account, params }, ports) => ({
    body: webhookEventView(await ports.redeliverEvent({ accountId: account.id, eventId: params.id })),
  }),
})

/** POST /webhooks/test: a made-up event, and what the receiver says to it. */
export const testWebhook = endpoint({
  method: 'post',
  path: '/webhooks/test',
  operationId: 'testWebhook',
  tag: 'Webhooks',
  summary: 'Send a test event',
  description:
    'Sends an event about a made-up video to the account’s webhook, signed like any other, and answers with ' +
    'what the receiver said within 15 seconds. It is sent once and not logged. A test that is taken ' +
    'switches a disabled webhook on again. Counts as a creation.',
  body: TestWebhook,
  bodyIsOptional: true,
  bodyExamples: { 'A video is ready': {}, 'A video has failed': { event: 'video.failed' } },
  success: {
    status: 200,
    description: 'What the receiver said, also when that is an error.',
    schema: WebhookTest,
    example: WEBHOOK_TEST_EXAMPLE,
  },
  countsAs: 'creates',
  errors: ['invalid_request'],
  handle: async ({ account, body }, ports) => ({
    body: webhookTestView(await ports.sendTestEvent({ accountId: account.id, type: body.event })),
  }),
})
