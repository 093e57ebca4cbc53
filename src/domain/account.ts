import type { StarredVoice } from './voice.ts'

/** Who owns videos, keys and an allowance. */
export interface Account {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly planId: string
  readonly createdAt: Date
}

/** An account that is about to be made. */
export interface NewAccount {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly planId: string
  /** What its webhooks are signed with, `whsec_…`. */
  readonly webhookSecret: string
  readonly starredVoices: readonly StarredVoice[]
}

/** What an account may still spend in its period, in whole seconds of video. */
export interface Allowance {
  /** Free to reserve: what is reserved is already taken off. */
  readonly remainingSeconds: number
  /** Held for videos that are being made. */
  readonly reservedSeconds: number
  /** Charged for videos that are ready. */
  readonly usedSeconds: number
  readonly periodStartedAt: Date
  readonly periodEndsAt: Date
}

/** A key as its owner sees it after creation: never the key itself. */
export interface ApiKey {
  readonly id: string
  readonly accountId: string
  readonly name: string
  /** First characters of the key, for recognising it. */
  readonly prefix: string
  readonly lastFour: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
}
