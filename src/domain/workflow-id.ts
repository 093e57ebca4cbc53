/**
 * Workflow id of the production of a video: the account and its idempotency key, so that two
 * requests with one key can only ever be one run.
 *
 * @param keyId the idempotency key, or a hash of a long one; null when the client sent none.
 */
export function produceVideoId(accountId: string, videoId: string, keyId: string | null): string {
  return keyId === null ? `video/${accountId}/id/${videoId}` : `video/${accountId}/key/${keyId}`
}

/** Workflow id of the delivery of an event. */
export function deliverWebhookId(eventId: string): string {
  return `webhook/${eventId}`
}
