import type { z } from 'zod'

import type { Movement, Usage } from '../../../domain/billing/ledger.ts'
import type { LedgerPage, Usage as UsageSchema } from './schema.ts'

/** Formats the usage of the current period as JSON. */
export function usageView(usage: Usage): z.infer<typeof UsageSchema> {
  return {
    period_started_at: usage.periodStartedAt.toISOString(),
    period_ends_at: usage.periodEndsAt.toISOString(),
    used_video_seconds: usage.usedSeconds,
    reserved_video_seconds: usage.reservedSeconds,
    remaining_video_seconds: usage.remainingSeconds,
    days: usage.days.map(({ date, seconds, videos }) => ({ date, video_seconds: seconds, videos })),
  }
}

/** Formats a page of the ledger as JSON. The caller reads one entry beyond `limit`, which tells whether more exist. */
export function ledgerPageView(movements: readonly Movement[], limit: number): z.infer<typeof LedgerPage> {
  const shown = movements.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = movements.length > limit
  return {
    data: shown.map((movement) => ({
      number: movement.number,
      kind: movement.kind,
      video_seconds: movement.seconds,
      balance_video_seconds: movement.balanceSeconds,
      video_id: movement.videoId,
      created_at: movement.createdAt.toISOString(),
    })),
    has_more: hasMore,
    next_before: hasMore && last ? String(last.number) : null,
  }
}
