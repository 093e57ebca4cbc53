import type { BillingNotice } from './subscriptions.ts'

/** What is known of an account that a provider has as its customer. */
export interface BillingCustomer {
  readonly accountId: string
  readonly customerId: string
  /** The plan that it got because it pays for it; null while it pays for none. */
  readonly paidPlanId: string | null
}

/** Where is kept which account is which customer of the provider. */
export interface BillingCustomers {
  find(accountId: string): Promise<BillingCustomer | null>
  /** Who is a customer already stays the same one. */
  add(accountId: string, customerId: string): Promise<BillingCustomer>
  /**
   * Takes a notice once, in turn with others about the same customer. `work` gives the plan that the account
   * pays for from now on; nothing is noted when it throws. False when the notice was taken before, or when the
   * customer is not known.
   */
  take(notice: BillingNotice, work: (customer: BillingCustomer) => Promise<string | null>): Promise<boolean>
  /** Forgets notices that were taken so long ago; their number. */
  forgetNotices(olderThanSeconds: number): Promise<number>
}
