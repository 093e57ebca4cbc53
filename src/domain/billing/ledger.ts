import type { Allowance } from '../account/account.ts'

/** The kinds of ledger entries: granted by a period or plan, reserved, returned by a video, or expired. */
export type MovementKind = 'grant' | 'reserve' | 'settle' | 'release' | 'expire'

/** One row of an account's ledger. */
export interface Movement {
  /** Position in the account's ledger, starting at 1 without gaps. */
  readonly number: number
  readonly kind: MovementKind
  /** Signed change of the remaining seconds. */
  readonly seconds: number
  /** Remaining seconds after the change. */
  readonly balanceSeconds: number
  readonly videoId: string | null
  readonly createdAt: Date
}

/** The seconds charged for the videos that became ready on one day. */
export interface DayUsage {
  /** UTC, for example `2026-11-21`. */
  readonly date: string
  readonly seconds: number
  readonly videos: number
}

/** The usage of an account's current period: every day from the first to today, including days without videos. */
export interface Usage extends Allowance {
  readonly days: readonly DayUsage[]
}

/** The figures that decide a reservation. */
export interface LimitFigures {
  readonly remainingSeconds: number
  /** Held by videos that have not ended. */
  readonly reservedSeconds: number
  readonly renderingVideos: number
  /** Accepted since 00:00 UTC. */
  readonly todaysVideos: number
}

/** A stored figure that differs from its recalculation. */
export interface Discrepancy {
  readonly accountId: string
  /** The video, when it is about one. */
  readonly videoId: string | null
  /** The violated rule, for example `remaining seconds are the sum of the ledger`. */
  readonly rule: string
  readonly expected: number
  readonly found: number
}
