import type { WebhookOutcome, WebhookRequest } from '../../domain/webhook/webhook-delivery.ts'

/** Sends one webhook attempt to the outside. */
export interface WebhookSender {
  /** POSTs once. Never throws for what the receiver or the network does: that is an outcome. */
  send(delivery: WebhookRequest): Promise<WebhookOutcome>
}
