import type { Plan, Plans } from '../account/plan.ts'

/** What became of a request for another plan. */
export type PlanRequestStatus = 'open' | 'approved' | 'declined' | 'withdrawn'

/** An owner's request for another plan, which an operator decides. */
export interface PlanRequest {
  /** Such as `plr_01h455vb4pex5vsknk084sn02q`. */
  readonly id: string
  readonly accountId: string
  readonly accountName: string
  /** The plan that is requested. */
  readonly planId: string
  /** The plan that the account has now. */
  readonly currentPlanId: string
  /** Name of the person who asked; null when they are gone. */
  readonly askedBy: string | null
  readonly askedAt: Date
  readonly status: PlanRequestStatus
  readonly decidedAt: Date | null
  /** What the operator wrote to the account with the decision. */
  readonly note: string | null
}

/** Most characters that an operator can write with a decision. */
export const LONGEST_DECISION_NOTE = 500

/** The plan that an account has when it pays for none: the cheapest. */
export function unpaidPlan(plans: Plans): Plan {
  const [cheapest] = [...plans.values()].toSorted((a, b) => a.priceGbpPerMonth - b.priceGbpPerMonth)
  if (!cheapest) throw new Error('No plan is configured.')
  return cheapest
}

/** The dearest of several plans; null when there is none of them. Plans that are not configured do not count. */
export function dearestPlan(plans: Plans, planIds: readonly string[]): Plan | null {
  const found = planIds.flatMap((id) => plans.get(id) ?? [])
  return found.toSorted((a, b) => b.priceGbpPerMonth - a.priceGbpPerMonth)[0] ?? null
}
