import type { SigningSecrets } from '../../domain/webhook/webhook-delivery.ts'
import type { EndpointFailure, WebhookEndpoint } from '../../domain/webhook/webhook-endpoint.ts'

/** Where accounts' webhooks are kept, and what signs them. */
export interface WebhookEndpoints {
  /** Also of an account that has set none. */
  find(accountId: string): Promise<WebhookEndpoint>
  /** From now on events go there; one that is disabled is switched on again. */
  set(accountId: string, url: string): Promise<WebhookEndpoint>
  /** Safe to repeat. */
  remove(accountId: string): Promise<WebhookEndpoint>
  /** Ends all failing, and switches the webhook on; nothing when its URL is another by now. */
  recordSuccess(accountId: string, url: string): Promise<void>
  /** Whether the webhook is still on after it; nothing is noted when it was set again meanwhile. */
  recordFailure(accountId: string, url: string, failure: EndpointFailure): Promise<boolean>
  signingSecrets(accountId: string): Promise<SigningSecrets>
  /** The secret before signs on for so long. */
  rotateSecret(accountId: string, secret: string, overlapSeconds: number): Promise<WebhookEndpoint>
}
