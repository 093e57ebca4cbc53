import { invalidFields } from '../domain/errors.ts'
import { SECRET_OVERLAP_SECONDS } from '../domain/webhook-endpoint.ts'
import type { WebhookEndpoint } from '../domain/webhook-endpoint.ts'
import type { WebhookEndpoints } from '../ports.ts'

/** What a new signing secret needs. */
export interface RotateWebhookSecretPorts {
  readonly webhookEndpoints: Pick<WebhookEndpoints, 'rotateSecret'>
  /** Makes a signing secret, `whsec_…`. */
  readonly newSigningSecret: () => string
}

/** A new signing secret, shown this once. */
export interface RotatedSecret {
  /** `whsec_…` */
  readonly secret: string
  readonly endpoint: WebhookEndpoint
}

/**
 * Gives an account a new signing secret.
 *
 * @param overlapSeconds for how long the secret before signs `webhook-signature` too: a day at most,
 *   and 0 when it leaked. `X-Service-Signature` is made with the new one from now on.
 * @throws `invalid_request` when the overlap is none of that.
 */
export type RotateWebhookSecret = (input: {
  accountId: string
  overlapSeconds?: number
}) => Promise<RotatedSecret>

/** A new signing secret. One that is replaced during an overlap ends the one before it at once. */
export function makeRotateWebhookSecret({
  webhookEndpoints,
  newSigningSecret,
}: RotateWebhookSecretPorts): RotateWebhookSecret {
  return async ({ accountId, overlapSeconds = SECRET_OVERLAP_SECONDS }) => {
    if (!Number.isInteger(overlapSeconds) || overlapSeconds < 0 || overlapSeconds > SECRET_OVERLAP_SECONDS) {
      const message = `Send a whole number from 0 to ${SECRET_OVERLAP_SECONDS}.`
      throw invalidFields({ overlap_seconds: { code: 'invalid', message } })
    }
    const secret = newSigningSecret()
    return { secret, endpoint: await webhookEndpoints.rotateSecret(accountId, secret, overlapSeconds) }
  }
}
