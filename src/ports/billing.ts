import type { IncomingHttpHeaders } from 'node:http'

import type { Account } from '../domain/account.ts'
import type { PlanRequest } from '../domain/billing.ts'
import type { Plan } from '../domain/plan.ts'

/** A change of plan that an owner asks for. */
export interface PlanOrder {
  readonly account: Account
  /** The plan that is requested; one that the provider offers. */
  readonly plan: Plan
  readonly personId: string
}

/** How the change goes on: an operator decides, or the person goes on at a page of the provider. */
export type BegunOrder =
  | { readonly kind: 'requested'; readonly request: PlanRequest }
  | { readonly kind: 'page'; readonly url: string }

/** How an account comes to another plan. */
export interface Billing {
  /** `manual`: an operator decides. `stripe`: the account pays there. */
  readonly provider: 'manual' | 'stripe'
  /** Whether a plan can be asked for by accounts that have another one. */
  offers(plan: Plan): boolean
  /** Begins a change of plan; nothing is changed yet. Safe to repeat. @throws `service_unavailable`. */
  begin(order: PlanOrder): Promise<BegunOrder>
  /**
   * The provider's page with the account's invoices, card and subscription; null when it has none.
   *
   * @throws `service_unavailable`.
   */
  customerPage(account: Account): Promise<string | null>
}

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

/** Where requests for other plans are kept. */
export interface PlanRequests {
  /** Takes the place of the account's open one, if there is any. */
  ask(request: { id: string; accountId: string; planId: string; personId: string }): Promise<PlanRequest>
  /** The account's newest one, or null. */
  latest(accountId: string): Promise<PlanRequest | null>
  /** All that are open, those that wait longest first. */
  open(): Promise<PlanRequest[]>
  /** False when the account has no such request that is open. */
  withdraw(accountId: string, requestId: string): Promise<boolean>
  /**
   * Decides an open request. `apply` is done while nobody else can decide it, and nothing is decided when it
   * throws. Null when there is no such request that is open.
   */
  decide(
    requestId: string,
    decision: PlanDecision,
    apply: (request: PlanRequest) => Promise<void>,
  ): Promise<PlanRequest | null>
}

/** What an operator decides about a request. */
export interface PlanDecision {
  readonly verdict: 'approved' | 'declined'
  /** Null when it was decided at the command line. */
  readonly personId: string | null
  /** For the account; null when there is nothing to say. */
  readonly note: string | null
}

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
