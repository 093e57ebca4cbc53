import type { z } from 'zod'

import { ownerIdOf } from '../../../domain/account/account.ts'
import type { Account, Allowance } from '../../../domain/account/account.ts'
import type { KeySettings } from '../../../domain/account/api-key.ts'
import { KEY_SCOPES } from '../../../domain/account/key-scope.ts'
import type { Plan } from '../../../domain/account/plan.ts'
import type { Caller } from '../../contract/endpoint.ts'
import { timestampView } from '../../contract/fields/timestamp.ts'
import type { Me } from './schema.ts'

/** Formats the account, its plan and the remaining allowance as JSON (decisions, "GET /me"). */
export function meView(
  account: Account,
  plan: Plan,
  allowance: Allowance,
  caller: Caller,
): z.infer<typeof Me> {
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
    ...allowanceView(allowance),
    key: caller.kind === 'key' ? keyView(caller) : null,
  }
}

/** Formats what remains of the period's seconds as JSON. */
export function allowanceView(allowance: Allowance) {
  return {
    remaining_video_seconds: allowance.remainingSeconds,
    reserved_video_seconds: allowance.reservedSeconds,
    used_video_seconds: allowance.usedSeconds,
    period_started_at: allowance.periodStartedAt.toISOString(),
    period_ends_at: allowance.periodEndsAt.toISOString(),
  }
}

function keyView({ scopes, expiresAt, webhookUrl }: KeySettings): z.infer<typeof Me>['key'] {
  return {
    scopes: [...(scopes ?? KEY_SCOPES)],
    expires_at: timestampView(expiresAt),
    webhook_url: webhookUrl,
  }
}
