import { endpoint } from '../../contract/endpoint.ts'
import { NO_WEBHOOK_ENDPOINT_EXAMPLE, ROTATED_SECRET_EXAMPLE, WEBHOOK_ENDPOINT_EXAMPLE } from './examples.ts'
import { RotatedWebhookSecret, RotateWebhookSecret, SetWebhookEndpoint, WebhookEndpoint } from './schema.ts'
import { rotatedSecretView, webhookEndpointView } from './view.ts'

/** GET /webhooks/endpoint: where the account's events go. */
export const getWebhookEndpoint = endpoint({
  method: 'get',
  path: '/webhooks/endpoint',
  operationId: 'getWebhookEndpoint',
  tag: 'Webhooks',
  summary: 'Get the account’s webhook',
  description:
    'Where events go, whether they get there, and a hint at the secret that signs them. Answers also when ' +
    'no URL is set.',
  success: {
    status: 200,
    description: 'The webhook; `url` is null when none is set.',
    schema: WebhookEndpoint,
    example: WEBHOOK_ENDPOINT_EXAMPLE,
  },
  errors: [],
  handle: async ({ account }, { webhookEndpoints }) => ({
    body: webhookEndpointView(await webhookEndpoints.find(account.id)),
  }),
})

/** PUT /webhooks/endpoint: send events there from now on. */
export const setWebhookEndpoint = endpoint({
  method: 'put',
  path: '/webhooks/endpoint',
  operationId: 'setWebhookEndpoint',
  tag: 'Webhooks',
  summary: 'Set the account’s webhook',
  description:
    'Events of all videos that name no `webhook_url` of their own go there, those that are still being ' +
    'delivered included. Switches a disabled webhook on again, also with the same URL. The secret stays ' +
    'as it is.',
  body: SetWebhookEndpoint,
  bodyExamples: { 'A URL': { url: 'https://hooks.example.com/videos' } },
  success: {
    status: 200,
    description: 'The webhook is set.',
    schema: WebhookEndpoint,
    example: WEBHOOK_ENDPOINT_EXAMPLE,
  },
  errors: ['invalid_request'],
  handle: async ({ account, body }, ports) => ({
    body: webhookEndpointView(await ports.setWebhookEndpoint({ accountId: account.id, url: body.url })),
  }),
})

/** DELETE /webhooks/endpoint: send events nowhere. */
export const deleteWebhookEndpoint = endpoint({
  method: 'delete',
  path: '/webhooks/endpoint',
  operationId: 'deleteWebhookEndpoint',
  tag: 'Webhooks',
  summary: 'Remove the account’s webhook',
  description:
    'Events are still written, and sent nowhere unless a video names its own `webhook_url`. The secret ' +
    'stays. Safe to repeat.',
  success: {
    status: 200,
    description: 'No webhook is set.',
    schema: WebhookEndpoint,
    example: NO_WEBHOOK_ENDPOINT_EXAMPLE,
  },
  errors: [],
  handle: async ({ account }, { webhookEndpoints }) => ({
    body: webhookEndpointView(await webhookEndpoints.remove(account.id)),
  }),
})

/** POST /webhooks/endpoint/rotate-secret: a new secret, shown this once. */
export const rotateWebhookSecret = endpoint({
  method: 'post',
  path: '/webhooks/endpoint/rotate-secret',
  operationId: 'rotateWebhookSecret',
  tag: 'Webhooks',
  summary: 'Make a new signing secret',
  description:
    'The answer shows the new secret, this once. From now on `X-Service-Signature`, which has room for one ' +
    'signature, is made with the new secret; `webhook-signature` carries one of each until ' +
    '`previous_valid_until`. A receiver that checks `X-Service-Signature` misses nothing when it takes either ' +
    'secret while it changes over: what it refuses in between is sent again.\n\n' +
    'Rotating again during the overlap ends the secret before the last at once.',
  body: RotateWebhookSecret,
  bodyIsOptional: true,
  bodyExamples: {
    'A day of overlap': {},
    'The old secret leaked': { overlap_seconds: 0 },
  },
  success: {
    status: 200,
    description: 'The new secret.',
    schema: RotatedWebhookSecret,
    example: ROTATED_SECRET_EXAMPLE,
  },
  errors: ['invalid_request'],
  async handle({ account, body }, ports) {
    const rotated = await ports.rotateWebhookSecret({
      accountId: account.id,
      overlapSeconds: body.overlap_seconds,
    })
    return { body: rotatedSecretView(rotated) }
  },
})
