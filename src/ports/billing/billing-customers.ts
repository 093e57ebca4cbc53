import type { BillingNotice } from './subscriptions.ts'

/** What is known of an account that a provider has as its customer. */
export interface BillingCustomer {
  readonly accountId: string
  readonly customerId: string
  /** The plan that it got because it pays for it; null while it pays for none. */
  readonly paidPlanId: string | null
}

/** A turn in which the provider is asked what a customer pays for. */
export interface BillingTurn {
  readonly customer: BillingCustomer
  /** Larger than those that began before. */
  readonly number: number
}

/** What follows from what a customer pays for. */
export interface BillingOutcome {
  /** The plan that the account gets; null: it keeps the one that it has. */
  readonly planId: string | null
  readonly paidPlanId: string | null
}

/** Where is kept which account is which customer of the provider. */
export interface BillingCustomers {
  find(accountId: string): Promise<BillingCustomer | null>
  /** An account that is a customer already stays the same one. */
  add(accountId: string, customerId: string): Promise<BillingCustomer>
  /**
   * Begins a turn about a customer, before the provider is asked; null when the notice was taken before, or when the
   * customer is not known.
   */
  begin(notice: BillingNotice): Promise<BillingTurn | null>
  /**
   * Ends a turn: the notice is taken, and the account gets its plan, both or neither. What a later turn has brought
   * stays. False when the notice was taken meanwhile.
   *
   * @param follow what becomes of the customer, as it is now. @throws `invalid_request` for a plan that is not configured.
   */
  take(
    notice: BillingNotice,
    turn: BillingTurn,
    follow: (customer: BillingCustomer) => BillingOutcome,
  ): Promise<boolean>
  /** Forgets notices that were taken so long ago; their number. */
  forgetNotices(olderThanSeconds: number): Promise<number>
}
