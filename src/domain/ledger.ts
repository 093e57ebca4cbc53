import type { Allowance } from './account.ts'

/** Why seconds moved: given by a period or plan, held, given back by a video, or run out. */
export type MovementKind = 'grant' | 'reserve' | 'settle' | 'release' | 'expire'

/** One row of an account's ledger. */
export interface Movement {
  /** Its place in the account's ledger, from 1, without gaps. */
  readonly number: number
  readonly kind: MovementKind
  /** Signed effect on what is left. */
  readonly seconds: number
  /** What was left afterwards. */
  readonly balanceSeconds: number
  readonly videoId: string | null
  readonly createdAt: Date
}

/** What the videos cost that became ready on one day. */
export interface DayUsage {
  /** UTC, for example `2026-11-21`. */
  readonly date: string
  readonly seconds: number
  readonly videos: number
}

/** An account's running period and what went when: days from the first to today, idle ones too. */
export interface Usage extends Allowance {
  readonly days: readonly DayUsage[]
}

/** The figures that a reservation is decided by. */
export interface Standing {
  readonly remainingSeconds: number
  readonly renderingVideos: number
  /** Accepted since 00:00 UTC. */
  readonly todaysVideos: number
}

/** A figure of the books that is not what recounting gives. */
export interface Discrepancy {
  readonly accountId: string
  /** The video, when it is about one. */
  readonly videoId: string | null
  /** What should hold, for example `remaining seconds are the sum of the ledger`. */
  readonly rule: string
  readonly expected: number
  readonly found: number
}
