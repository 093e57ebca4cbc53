import type { Account } from '../../domain/account/account.ts'
import type { PlanRequest } from '../../domain/billing/billing.ts'
import type { Plan } from '../../domain/account/plan.ts'

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
