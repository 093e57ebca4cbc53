import type { StarredVoice } from '../speech/voice.ts'

/** The email address of the account that the first start makes. It only serves as a name; nothing is sent to it. */
export const FIRST_ACCOUNT_EMAIL = 'owner@localhost'

/** Characters of an account's name. */
export const LONGEST_ACCOUNT_NAME = 200

/** An account, which owns videos, API keys and an allowance. */
export interface Account {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly planId: string
  readonly createdAt: Date
  /** Id of the account whose test data this one holds; null for an account of its own (docs/adr/0054). */
  readonly testOf: string | null
}

/** Id of the account that owns the voices, pronunciations and twins that an account uses: test data has none of its own. */
export function ownerIdOf({ id, testOf }: Account): string {
  return testOf ?? id
}

/** The data for creating an account. */
export interface NewAccount {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly planId: string
  /** The signing secret of its webhooks, `whsec_…`. */
  readonly webhookSecret: string
  readonly starredVoices: readonly StarredVoice[]
}

/** The allowance of an account in its current period, in whole video seconds. */
export interface Allowance {
  /** Available for new videos. Reserved seconds are already subtracted. */
  readonly remainingSeconds: number
  /** Reserved for videos in progress. */
  readonly reservedSeconds: number
  /** Charged for videos that are ready. */
  readonly usedSeconds: number
  readonly periodStartedAt: Date
  readonly periodEndsAt: Date
}

/** What an account has taken of its limits on videos. */
export interface VideosInUse {
  /** Being made now: each fills one of the plan's places. */
  readonly rendering: number
  /** Waiting for a place. */
  readonly queued: number
  /** Accepted since midnight UTC. */
  readonly today: number
}
