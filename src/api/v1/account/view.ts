import type { z } from 'zod'

import { ownerIdOf } from '../../../domain/account/account.ts'
import type { Account, Allowance } from '../../../domain/account/account.ts'
import type { Plan } from '../../../domain/account/plan.ts'
import type { Me } from './schema.ts'

/** Formats the account, its plan and the remaining allowance as JSON (decisions, "GET /me"). */
export function meView(account: Account, plan: Plan, allowance: Allowance): z.infer<typeof Me> {
  return {
    account: { id: ownerIdOf(account), name: account.name, email: account.email },
    plan: {
      id: plan.id,
      name: plan.name,
      video_seconds: plan.videoSeconds,
      concurrent_videos: plan.concurrentVideos,
      daily_videos: plan.dailyVideos,
      max_script_characters: plan.maxScriptCharacters,
      max_video_seconds: plan.maxVideoSeconds,
      keep_days: plan.keepDays,
    },
    remaining_video_seconds: allowance.remainingSeconds,
    reserved_video_seconds: allowance.reservedSeconds,
    used_video_seconds: allowance.usedSeconds,
    period_started_at: allowance.periodStartedAt.toISOString(),
    period_ends_at: allowance.periodEndsAt.toISOString(),
  }
}
