import { z } from 'zod'

import type { PlanRequest } from '../../../domain/billing/billing.ts'
import type { Plan } from '../../../domain/account/plan.ts'

/** A plan as the application sets it beside the others. */
export const PlanView = z.strictObject({
  id: z.string(),
  name: z.string(),
  price_gbp_per_month: z.number(),
  video_seconds: z.number(),
  concurrent_videos: z.number(),
  daily_videos: z.number(),
  max_script_characters: z.number(),
  max_video_seconds: z.number(),
  twins_in_videos: z.boolean(),
  /** Null: for ever. */
  keep_days: z.number().nullable(),
  is_current: z.boolean(),
  /** Whether the account's owners can ask for it here. */
  is_offered: z.boolean(),
})
export type PlanView = z.infer<typeof PlanView>

/** A request for another plan. */
export const PlanRequestView = z.strictObject({
  id: z.string(),
  account_id: z.string(),
  account_name: z.string(),
  plan_id: z.string(),
  plan_name: z.string(),
  current_plan_id: z.string(),
  current_plan_name: z.string(),
  /** Null when the person is gone. */
  asked_by: z.string().nullable(),
  asked_at: z.string(),
  status: z.enum(['open', 'approved', 'declined', 'withdrawn']),
  decided_at: z.string().nullable(),
  /** What the operator wrote. */
  note: z.string().nullable(),
})
export type PlanRequestView = z.infer<typeof PlanRequestView>

/** All plans, and how another one is come by. */
export const PlansView = z.strictObject({
  data: z.array(PlanView).readonly(),
  /** `manual`: an operator decides. `stripe`: the account pays there. */
  provider: z.enum(['manual', 'stripe']),
  /** The newest request of the account; null when it never had one, or took the last one back. */
  request: PlanRequestView.nullable(),
})
export type PlansView = z.infer<typeof PlansView>

/** How a change of plan goes on. */
export const PlanOrderView = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('requested'), request: PlanRequestView }),
  z.strictObject({ kind: z.literal('page'), url: z.string() }),
])
export type PlanOrderView = z.infer<typeof PlanOrderView>

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
    keep_days: plan.keepDays,
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
