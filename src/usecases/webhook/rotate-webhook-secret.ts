import { invalidFields, problem } from '../../domain/error/errors.ts'
import { SECRET_OVERLAP_SECONDS } from '../../domain/webhook/webhook-endpoint.ts'
import type { WebhookEndpoint } from '../../domain/webhook/webhook-endpoint.ts'
import type { EventEndpoints } from '../../ports/webhook/event-endpoints.ts'
import type { WebhookEndpoints } from '../../ports/webhook/webhook-endpoints.ts'

/** The store and the generator of signing secrets. */
export interface RotateWebhookSecretPorts {
  readonly webhookEndpoints: Pick<WebhookEndpoints, 'rotateSecret'>
  /** Generates a signing secret, `whsec_…`. */
  readonly newSigningSecret: () => string
}

/** A new signing secret, which is shown only once. */
export interface RotatedSecret {
  /** `whsec_…` */
  readonly secret: string
  readonly endpoint: Pick<WebhookEndpoint, 'secret'>
}

/**
 * Replaces the signing secret of an account.
 *
 * @param overlapSeconds how long `webhook-signature` also carries a signature with the old secret: at most a day, and
 *   0 when the old secret has leaked. `X-Service-Signature` uses the new secret immediately.
 * @throws `invalid_request` when the overlap is out of range.
 */
export type RotateWebhookSecret = (input: {
  accountId: string
  overlapSeconds?: number
}) => Promise<RotatedSecret>

/** Builds the use case. Rotating during an overlap ends the older of the two secrets immediately. */
export function makeRotateWebhookSecret({
  webhookEndpoints,
  newSigningSecret,
}: RotateWebhookSecretPorts): RotateWebhookSecret {
  return async ({ accountId, overlapSeconds = SECRET_OVERLAP_SECONDS }) => {
    requireOverlap(overlapSeconds)
    const secret = newSigningSecret()
    return { secret, endpoint: await webhookEndpoints.rotateSecret(accountId, secret, overlapSeconds) }
  }
}

/** The store of endpoints and the generator of signing secrets. */
export interface RotateEndpointSecretPorts {
  readonly eventEndpoints: Pick<EventEndpoints, 'rotateSecret'>
  /** Generates a signing secret, `whsec_…`. */
  readonly newSigningSecret: () => string
}

/** Replaces the secret of an endpoint, as above. @throws `not_found` when the account has no such endpoint. */
export type RotateEndpointSecret = (input: {
  accountId: string
  endpointId: string
  overlapSeconds?: number
}) => Promise<RotatedSecret>

/** Builds the use case for endpoints. */
export function makeRotateEndpointSecret({
  eventEndpoints,
  newSigningSecret,
}: RotateEndpointSecretPorts): RotateEndpointSecret {
  return async ({ accountId, endpointId, overlapSeconds = SECRET_OVERLAP_SECONDS }) => {
    requireOverlap(overlapSeconds)
    const secret = newSigningSecret()
    const endpoint = await eventEndpoints.rotateSecret(accountId, endpointId, secret, overlapSeconds)
    if (endpoint === null) throw problem('not_found')
    return { secret, endpoint }
  }
}

function requireOverlap(overlapSeconds: number): void {
  if (Number.isInteger(overlapSeconds) && overlapSeconds >= 0 && overlapSeconds <= SECRET_OVERLAP_SECONDS)
    return
  const message = `Send a whole number from 0 to ${SECRET_OVERLAP_SECONDS}.`
  throw invalidFields({ overlap_seconds: { code: 'invalid', message } })
}
