import type { DecidedBy, Verdict } from '../../domain/moderation/submission.ts'

/** How often it was decided so, for an account on a day (UTC). */
export interface ModerationCount {
  /** `YYYY-MM-DD`. */
  readonly day: string
  readonly accountId: string
  readonly decidedBy: DecidedBy
  readonly decision: Verdict['decision']
  readonly count: number
}

/** Counts what was decided before videos were accepted. */
export interface ModerationCounts {
  /** Counts a decision today. */
  add(counted: Pick<ModerationCount, 'accountId' | 'decidedBy' | 'decision'>): Promise<void>
  /** The counts of the last days, today's first; of one account, or of all. */
  list(days: number, accountId?: string): Promise<ModerationCount[]>
}
