import type { PlanRequest, PlanRequestStatus } from '../../../domain/billing/billing.ts'
import type { Plan } from '../../../domain/account/plan.ts'

/** A plan as the application sets it beside the others. */
export interface PlanView {
  readonly id: string
  readonly name: string
  readonly price_gbp_per_month: number
  readonly video_seconds: number
  readonly concurrent_videos: number
  readonly daily_videos: number
  readonly max_script_characters: number
  readonly max_video_seconds: number
  readonly twins_in_videos: boolean
  readonly is_current: boolean
  /** Whether the account's owners can ask for it here. */
  readonly is_offered: boolean
}

/** A request for another plan. */
export interface PlanRequestView {
  readonly id: string
  readonly account_id: string
  readonly account_name: string
  readonly plan_id: string
  readonly plan_name: string
  readonly current_plan_id: string
  readonly current_plan_name: string
  /** Null when the person is gone. */
  readonly asked_by: string | null
  readonly asked_at: string
  readonly status: PlanRequestStatus
  readonly decided_at: string | null
  /** What the operator wrote. */
  readonly note: string | null
}

/** All plans, and how another one is come by. */
export interface PlansView {
  readonly data: readonly PlanView[]
  /** `manual`: an operator decides. `stripe`: the account pays there. */
  readonly provider: 'manual' | 'stripe'
  /** The newest request of the account; null when it never had one, or took the last one back. */
  readonly request: PlanRequestView | null
}

/** How a change of plan goes on. */
export type PlanOrderView =
  | { readonly kind: 'requested'; readonly request: PlanRequestView }
  | { readonly kind: 'page'; readonly url: string }

/** A plan, for an account that may have it already. */
export function planView(plan: Plan, isCurrent: boolean, isOffered: boolean): PlanView {
  return {
    id: plan.id,
    name: plan.name,
    price_gbp_per_month: plan.priceGbpPerMonth,
    video_seconds: plan.videoSeconds,
    concurrent_videos: plan.concurrentVideos,
    daily_videos: plan.dailyVideos,
    max_script_characters: plan.maxScriptCharacters,
    max_video_seconds: plan.maxVideoSeconds,
    twins_in_videos: plan.twinsInVideos,
    is_current: isCurrent,
    is_offered: isOffered && !isCurrent,
  }
}

/** A request for another plan. Plans that are no longer configured are called by their id. */
export function planRequestView(request: PlanRequest, plans: ReadonlyMap<string, Plan>): PlanRequestView {
  const nameOf = (planId: string) => plans.get(planId)?.name ?? planId
  return {
    id: request.id,
    account_id: request.accountId,
    account_name: request.accountName,
    plan_id: request.planId,
    plan_name: nameOf(request.planId),
    current_plan_id: request.currentPlanId,
    current_plan_name: nameOf(request.currentPlanId),
    asked_by: request.askedBy,
    asked_at: request.askedAt.toISOString(),
    status: request.status,
    decided_at: request.decidedAt?.toISOString() ?? null,
    note: request.note,
  }
}
