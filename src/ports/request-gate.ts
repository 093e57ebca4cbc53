import type { Admission, KeyStanding, RateLimitBucket } from '../domain/rate-limit.ts'

/** Lets requests in: knows keys and counts what each one sends, the same for all API processes. */
export interface RequestGate {
  /**
   * Whose key this is, read afresh, or null. Counts the request in all the buckets if each has a place,
   * else in none, and tells how the key stands then; a revoked key is counted nowhere.
   */
  admit(key: string, buckets: readonly RateLimitBucket[]): Promise<Admission | null>
  /** How the account's keys that still work stand with each limit now. Counts nothing. */
  standings(accountId: string): Promise<KeyStanding[]>
}
