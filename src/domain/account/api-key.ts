import type { KeyScopes } from './key-scope.ts'

/** What an API key makes: videos that are paid for, or test videos. */
export type ApiKeyKind = 'live' | 'test'

/**
 * The most keys of an account that work at a time, those included that were replaced and still work: one for each of
 * its programs and places, while each is limited on its own.
 */
export const MOST_WORKING_KEYS = 20

/** A key that nobody has used for so many days is one that probably no program needs: a quarter, in which most jobs run once. */
const UNUSED_DAYS = 90

/** What a new key may do, and for how long. */
export interface KeyBounds {
  readonly scopes: KeyScopes
  /** Null: until it is revoked. */
  readonly expiresAt: Date | null
}

/** What is chosen for a new key, and is the same for the key that replaces it. */
export interface KeySettings extends KeyBounds {
  /** Where events of its videos are sent that have no `webhook_url` of their own; null: to the account webhook. */
  readonly webhookUrl: string | null
}

/** An API key as it is listed after creation, without the key itself. */
export interface ApiKey extends KeySettings {
  readonly id: string
  readonly accountId: string
  readonly name: string
  /** First characters of the key, for recognising it. */
  readonly prefix: string
  readonly lastFour: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  /** The network that its last use came from, such as `203.0.113.0/24`; null while that is not known. */
  readonly lastUsedFrom: string | null
  readonly revokedAt: Date | null
}

/** `expiring` keys have been replaced and still work. */
export type KeyStatus = 'active' | 'expiring' | 'revoked' | 'expired'

/** Where a key stands. One that was revoked is revoked, also when it had expired before. */
export function keyStatus({ revokedAt, expiresAt }: ApiKey, now: Date): KeyStatus {
  if (revokedAt !== null && revokedAt <= now) return 'revoked'
  if (expiresAt !== null && expiresAt <= now) return 'expired'
  return revokedAt === null ? 'active' : 'expiring'
}

/** Whether a key works that nobody has used for 90 days, since it was made or at all. */
export function isUnused(key: ApiKey, now: Date): boolean {
  const status = keyStatus(key, now)
  if (status === 'revoked' || status === 'expired') return false
  const sinceMs = now.getTime() - (key.lastUsedAt ?? key.createdAt).getTime()
  return sinceMs >= UNUSED_DAYS * 86_400_000
}
