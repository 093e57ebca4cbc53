import type { PlanRequest } from '../../domain/billing/billing.ts'

/** Where requests for other plans are kept. */
export interface PlanRequests {
  /** Takes the place of the account's open one, if there is any. */
  ask(request: { id: string; accountId: string; planId: string; personId: string }): Promise<PlanRequest>
  /** The account's newest one, or null. */
  latest(accountId: string): Promise<PlanRequest | null>
  /**
   * Those that are open, the one that waits longest first.
   *
   * @param after id of the one after which they come; null: from the first on. @returns null when there is none like it.
   */
  open(limit: number, after: string | null): Promise<PlanRequest[] | null>
  /** False when the account has no such request that is open. */
  withdraw(accountId: string, requestId: string): Promise<boolean>
  /**
   * Decides an open request, and changes the plan of its account when it is approved: both or neither. Null when there
   * is no such request that is open. @throws `invalid_request` when its plan is no longer configured.
   */
  decide(requestId: string, decision: PlanDecision): Promise<PlanRequest | null>
}

/** What an operator decides about a request. */
export interface PlanDecision {
  readonly verdict: 'approved' | 'declined'
  /** Null when it was decided at the command line. */
  readonly personId: string | null
  /** For the account; null when there is nothing to say. */
  readonly note: string | null
}
