import { SECRET_OVERLAP_SECONDS } from '../../../domain/webhook/webhook-endpoint.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { KEPT_ANSWER_HEADERS, KeptAnswerHeaders } from '../../contract/kept-answer.ts'
import { NO_WEBHOOK_ENDPOINT_EXAMPLE, ROTATED_SECRET_EXAMPLE, WEBHOOK_ENDPOINT_EXAMPLE } from './examples.ts'
import { RotatedWebhookSecret, RotateWebhookSecret, SetWebhookEndpoint, WebhookEndpoint } from './schema.ts'
import { rotatedSecretView, webhookEndpointView } from './view.ts'

/** GET /webhooks/endpoint: returns the account's webhook endpoint. */
export const getWebhookEndpoint = endpoint({
  method: 'get',
  path: '/webhooks/endpoint',
  hasTestData: true,
  scopes: ['webhooks'],
  operationId: 'getWebhookEndpoint',
  tag: 'Webhooks',
  summary: 'Retrieve the account webhook',
  description: 'Returns the URL that receives the account’s events, and whether deliveries succeed.',
  success: {
    status: 200,
    description: 'The account webhook. `url` is null when none is set.',
    schema: WebhookEndpoint,
    example: WEBHOOK_ENDPOINT_EXAMPLE,
  },
  errors: [],
  handle: async ({ account }, { webhookEndpoints }) => ({
    body: webhookEndpointView(await webhookEndpoints.find(account.id)),
  }),
})

/** PUT /webhooks/endpoint: sets the URL that receives the account's events. */
export const setWebhookEndpoint = endpoint({
  method: 'put',
  path: '/webhooks/endpoint',
  hasTestData: true,
  scopes: ['webhooks'],
  operationId: 'setWebhookEndpoint',
  tag: 'Webhooks',
  summary: 'Set the account webhook',
  description:
    'Deliveries in progress use the new URL as well. Setting a URL, even the same one, enables a ' +
    'disabled webhook again. The signing secret does not change.',
  body: SetWebhookEndpoint,
  bodyExamples: { 'A URL': { url: 'https://hooks.example.com/videos' } },
  success: {
    status: 200,
    description: 'The updated account webhook.',
    schema: WebhookEndpoint,
    example: WEBHOOK_ENDPOINT_EXAMPLE,
  },
  errors: [],
  handle: async ({ account, body }, ports) => ({
    body: webhookEndpointView(await ports.setWebhookEndpoint({ accountId: account.id, url: body.url })),
  }),
})

/** DELETE /webhooks/endpoint: removes the account's webhook URL. */
export const deleteWebhookEndpoint = endpoint({
  method: 'delete',
  path: '/webhooks/endpoint',
  hasTestData: true,
  scopes: ['webhooks'],
  operationId: 'deleteWebhookEndpoint',
  tag: 'Webhooks',
  summary: 'Remove the account webhook',
  description:
    'Events are still recorded, but only sent for videos with their own `webhook_url`. The signing ' +
    'secret does not change.',
  success: {
    status: 200,
    description: 'The account webhook, now without a URL.',
    schema: WebhookEndpoint,
    example: NO_WEBHOOK_ENDPOINT_EXAMPLE,
  },
  errors: [],
  handle: async ({ account }, { webhookEndpoints }) => ({
    body: webhookEndpointView(await webhookEndpoints.remove(account.id)),
  }),
})

/** POST /webhooks/endpoint/rotate-secret: creates a new signing secret, which is shown only in this response. */
export const rotateWebhookSecret = endpoint({
  method: 'post',
  path: '/webhooks/endpoint/rotate-secret',
  hasTestData: true,
  scopes: ['webhooks'],
  operationId: 'rotateWebhookSecret',
  tag: 'Webhooks',
  summary: 'Rotate the signing secret',
  description:
    'Returns a new signing secret, once. `X-Service-Signature` uses it immediately; ' +
    '`webhook-signature` carries a signature with each secret until `previous_valid_until`, or until ' +
    'you rotate again. Accept both secrets during the change; rejected deliveries are retried.',
  headers: KeptAnswerHeaders,
  body: RotateWebhookSecret,
  bodyIsOptional: true,
  bodyExamples: {
    'A day of overlap': {},
    'The old secret has leaked': { overlap_seconds: 0 },
  },
  success: {
    status: 200,
    description: 'The new secret.',
    schema: RotatedWebhookSecret,
    example: ROTATED_SECRET_EXAMPLE,
    headers: KEPT_ANSWER_HEADERS,
  },
  keepsAnswers: true,
  errors: [],
  async handle({ account, body }, ports) {
    const rotated = await ports.rotateWebhookSecret({
      accountId: account.id,
      overlapSeconds: body.overlap_seconds ?? SECRET_OVERLAP_SECONDS,
    })
    return { body: rotatedSecretView(rotated) }
  },
})
