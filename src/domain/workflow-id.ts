import { FIRST_DELIVERY } from './webhook-delivery.ts'
import type { DeliveryKey } from './webhook-delivery.ts'

/**
 * Workflow id of the production of a video: the account and its idempotency key, so that two
 * requests with one key can only ever be one run.
 *
 * @param keyId the idempotency key, or a hash of a long one; null when the client sent none.
 */
export function produceVideoId(accountId: string, videoId: string, keyId: string | null): string {
  return keyId === null ? `video/${accountId}/id/${videoId}` : `video/${accountId}/key/${keyId}`
}

/** Workflow id of a delivery of an event. */
export function deliverWebhookId({ eventId, delivery }: DeliveryKey): string {
  return delivery === FIRST_DELIVERY ? `webhook/${eventId}` : `webhook/${eventId}/${delivery}`
}
