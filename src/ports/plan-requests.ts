import type { PlanRequest } from '../domain/billing.ts'

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
