import type { z } from 'zod'

import type { WebhookEndpoint, WebhookSecret } from '../../../domain/webhook/webhook-endpoint.ts'
import type { RotatedSecret } from '../../../usecases/webhook/rotate-webhook-secret.ts'
import { timestampView } from '../../contract/fields/timestamp.ts'
import type { RotatedWebhookSecret, WebhookEndpoint as WebhookEndpointSchema } from './schema.ts'

/** Formats the account's webhook as JSON, with a hint of its secret. */
export function webhookEndpointView(endpoint: WebhookEndpoint): z.infer<typeof WebhookEndpointSchema> {
  const { url, disabledAt } = endpoint
  return {
    url,
    status: url === null ? 'none' : disabledAt === null ? 'enabled' : 'disabled',
    ...healthView(endpoint),
    created_at: timestampView(endpoint.createdAt),
    updated_at: timestampView(endpoint.updatedAt),
    secret: secretView(endpoint.secret),
  }
}

/** Formats a new secret as JSON. This is the only view that contains a secret. */
export function rotatedSecretView(rotated: RotatedSecret): z.infer<typeof RotatedWebhookSecret> {
  return { secret: rotated.secret, ...secretView(rotated.endpoint.secret) }
}

/** Formats how deliveries to a webhook or an endpoint go. */
export function healthView(health: Pick<WebhookEndpoint, 'failingSince' | 'disabledAt' | 'disabledBecause'>) {
  return {
    failing_since: timestampView(health.failingSince),
    disabled_at: timestampView(health.disabledAt),
    disabled_because: health.disabledBecause,
  }
}

/** Formats what is seen of a secret after it was shown. */
export function secretView({ hint, createdAt, previousValidUntil }: WebhookSecret) {
  return {
    hint,
    created_at: createdAt.toISOString(),
    previous_valid_until: timestampView(previousValidUntil),
  }
}
