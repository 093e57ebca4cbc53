import type { IncomingHttpHeaders } from 'node:http'

/** A message of a provider by which an account's subscription may have changed. */
export interface BillingNotice {
  /** The same for every delivery of the same notice. */
  readonly id: string
  readonly type: string
  readonly customerId: string
}

/** A provider that tells by itself when what an account pays for has changed. */
export interface Subscriptions {
  /**
   * Reads a delivered notice; null when it is about something else.
   *
   * @throws NoticeRefused when it is not from the provider, or not from these minutes.
   */
  readNotice(body: Buffer, headers: IncomingHttpHeaders): BillingNotice | null
  /** Plans that a customer pays for at this moment, by id. @throws `service_unavailable`. */
  paidPlans(customerId: string): Promise<string[]>
}
