import { SECRET_OVERLAP_SECONDS } from '../../../domain/webhook-endpoint.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { NO_WEBHOOK_ENDPOINT_EXAMPLE, ROTATED_SECRET_EXAMPLE, WEBHOOK_ENDPOINT_EXAMPLE } from './examples.ts'
import { RotatedWebhookSecret, RotateWebhookSecret, SetWebhookEndpoint, WebhookEndpoint } from './schema.ts'
import { rotatedSecretView, webhookEndpointView } from './view.ts'

/** GET /webhooks/endpoint: returns the account's webhook endpoint. */
export const getWebhookEndpoint = endpoint({
  method: 'get',
  path: '/webhooks/endpoint',
  operationId: 'getWebhookEndpoint',
  tag: 'Webhooks',
  summary: 'Retrieve the account webhook',
  description:
    'Returns the URL that receives the account’s events, whether deliveries succeed, and the last characters of ' +
    'the signing secret. The response is the same object when no URL is set.',
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
  operationId: 'setWebhookEndpoint',
  tag: 'Webhooks',
  summary: 'Set the account webhook',
  description:
    'Sets the URL that receives the events of all videos without their own `webhook_url`. Deliveries already in ' +
    'progress use the new URL as well. Setting a URL, even the same one, enables a disabled webhook again. The ' +
    'signing secret does not change.',
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
  operationId: 'deleteWebhookEndpoint',
  tag: 'Webhooks',
  summary: 'Remove the account webhook',
  description:
    'Events are still recorded, but they are only sent for videos that have their own `webhook_url`. The signing ' +
    'secret does not change. You can safely repeat this request.',
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
  operationId: 'rotateWebhookSecret',
  tag: 'Webhooks',
  summary: 'Rotate the signing secret',
  description:
    'Creates a new signing secret and returns it once. From now on, `X-Service-Signature`, which carries a single ' +
    'signature, uses the new secret. `webhook-signature` carries a signature with each secret until ' +
    '`previous_valid_until`. If your receiver verifies `X-Service-Signature`, accept both secrets during the ' +
    'change. No event is lost, because deliveries that the receiver rejects in between are retried.\n\n' +
    'If you rotate again during the overlap, the older of the two secrets stops signing immediately.',
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
  },
  errors: [],
  async handle({ account, body }, ports) {
    const rotated = await ports.rotateWebhookSecret({
      accountId: account.id,
      overlapSeconds: body.overlap_seconds ?? SECRET_OVERLAP_SECONDS,
    })
    return { body: rotatedSecretView(rotated) }
  },
})
