import { FIRST_DELIVERY } from '../webhook/webhook-delivery.ts'
import type { DeliveryKey } from '../webhook/webhook-delivery.ts'

/**
 * Workflow id of the production of a video: the account and its idempotency key, so that two
 * requests with one key can only ever be one run.
 *
 * @param keyId the idempotency key, or what stands for it; null when the client sent none.
 */
export function produceVideoId(accountId: string, videoId: string, keyId: string | null): string {
  return keyId === null ? `video/${accountId}/id/${videoId}` : `video/${accountId}/key/${keyId}`
}

/** Workflow id of a delivery of an event. */
export function deliverWebhookId({ eventId, delivery }: DeliveryKey): string {
  return delivery === FIRST_DELIVERY ? `webhook/${eventId}` : `webhook/${eventId}/${delivery}`
}

/** Workflow id of the checks of a take. */
export function checkTakeId(takeId: string): string {
  return `take/${takeId}`
}

/** Workflow id of the build of a twin: one at a time. */
export function buildTwinId(twinId: string): string {
  return `twin-build/${twinId}`
}

/** Workflow id of the removal of everything that a withdrawal or the end of a consent removes. */
export function removeTwinId(twinId: string): string {
  return `twin-removal/${twinId}`
}

/** Workflow id of a batch. */
export function runBatchId(batchId: string): string {
  return `batch/${batchId}`
}
