import { SECRET_OVERLAP_SECONDS } from '../../../domain/webhook/webhook-endpoint.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { KEPT_ANSWER_HEADERS, KeptAnswerHeaders } from '../../contract/kept-answer.ts'
import { timestampView } from '../../contract/fields/timestamp.ts'
import { ROTATED_SECRET_EXAMPLE } from '../webhook-endpoint/examples.ts'
import { RotatedWebhookSecret, RotateWebhookSecret } from '../webhook-endpoint/schema.ts'
import { rotatedSecretView } from '../webhook-endpoint/view.ts'
import { WEBHOOK_TEST_EXAMPLE } from '../webhook-events/examples.ts'
import { WebhookTest } from '../webhook-events/schema.ts'
import { webhookTestView } from '../webhook-events/view.ts'
import { EVENT_ENDPOINT_EXAMPLE } from './examples.ts'
import { EndpointPath, RecoveredEvents, RecoverEvents, TestEventEndpoint } from './schema.ts'

/** POST /webhooks/endpoints/{id}/test: sends a test event and returns the receiver's response. */
export const testEventEndpoint = endpoint({
  method: 'post',
  path: '/webhooks/endpoints/:id/test',
  hasTestData: true,
  scopes: ['webhooks'],
  operationId: 'testEventEndpoint',
  tag: 'Webhooks',
  summary: 'Send a test event to an endpoint',
  description:
    'Sends an event about something fictitious, once, also to a paused endpoint, and waits up to 15 seconds for the ' +
    'response. The event is not logged. Success enables a disabled endpoint again. A test counts as a video creation ' +
    'towards the rate limit.',
  params: EndpointPath,
  headers: KeptAnswerHeaders,
  body: TestEventEndpoint,
  bodyIsOptional: true,
  bodyExamples: { 'The first of its types': {}, 'A deleted video': { event: 'video.deleted' } },
  success: {
    status: 200,
    description: 'The outcome of the test, including when the receiver returned an error.',
    schema: WebhookTest,
    example: WEBHOOK_TEST_EXAMPLE,
    headers: KEPT_ANSWER_HEADERS,
  },
  keepsAnswers: true,
  countsAs: 'creates',
  errors: ['not_found'],
  async handle({ account, params, body, place }, ports) {
    await place?.take()
    const type = body.event ?? undefined
    const test = await ports.testEventEndpoint({
      account,
      endpointId: params.id,
      ...(type !== undefined && { type }),
    })
    return { body: webhookTestView(test) }
  },
})

/** POST /webhooks/endpoints/{id}/rotate-secret: creates a new signing secret, which is shown only in this response. */
export const rotateEventEndpointSecret = endpoint({
  method: 'post',
  path: '/webhooks/endpoints/:id/rotate-secret',
  hasTestData: true,
  scopes: ['webhooks'],
  operationId: 'rotateEventEndpointSecret',
  tag: 'Webhooks',
  summary: 'Rotate the signing secret of an endpoint',
  description:
    'As for the secret of the account: `webhook-signature` carries a signature with each while they overlap.',
  params: EndpointPath,
  headers: KeptAnswerHeaders,
  body: RotateWebhookSecret,
  bodyIsOptional: true,
  bodyExamples: { 'A day of overlap': {}, 'The old secret has leaked': { overlap_seconds: 0 } },
  success: {
    status: 200,
    description: 'The new secret.',
    schema: RotatedWebhookSecret,
    example: ROTATED_SECRET_EXAMPLE,
    headers: KEPT_ANSWER_HEADERS,
  },
  keepsAnswers: true,
  errors: ['not_found'],
  async handle({ account, params, body }, ports) {
    const rotated = await ports.rotateEndpointSecret({
      accountId: account.id,
      endpointId: params.id,
      overlapSeconds: body.overlap_seconds ?? SECRET_OVERLAP_SECONDS,
    })
    return { body: rotatedSecretView(rotated) }
  },
})

/** POST /webhooks/endpoints/{id}/recover: redelivers what an endpoint has missed. */
export const recoverEvents = endpoint({
  method: 'post',
  path: '/webhooks/endpoints/:id/recover',
  hasTestData: true,
  scopes: ['webhooks'],
  operationId: 'recoverEvents',
  tag: 'Webhooks',
  summary: 'Recover missed events',
  description:
    'Starts a new delivery of each event since a time that was not delivered, the oldest first. `video.progress` and events ' +
    'of deleted videos are left out. A recovery counts as a video creation towards the rate limit.',
  params: EndpointPath,
  headers: KeptAnswerHeaders,
  body: RecoverEvents,
  bodyExamples: {
    'After an outage': { since: '2026-11-21T08:00:00Z' },
    'Only what was given up': { since: '2026-11-21T08:00:00Z', status: 'exhausted' },
  },
  success: {
    status: 202,
    description: 'How many events are being redelivered.',
    schema: RecoveredEvents,
    example: { id: EVENT_ENDPOINT_EXAMPLE.id, recovered: 12, continue_since: null },
    headers: KEPT_ANSWER_HEADERS,
  },
  keepsAnswers: true,
  countsAs: 'creates',
  errors: ['not_found'],
  async handle({ account, params, body: { since, status }, place }, ports) {
    await place?.take()
    const { events, more } = await ports.recoverEvents({
      accountId: account.id,
      endpointId: params.id,
      since: new Date(since),
      ...(status && { status }),
    })
    return { body: { id: params.id, recovered: events, continue_since: timestampView(more) } }
  },
})
