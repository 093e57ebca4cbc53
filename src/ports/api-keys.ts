import type { ApiKey } from '../domain/account.ts'

/** Where API keys are kept: as hashes. */
export interface ApiKeys {
  add(key: { id: string; accountId: string; name: string; key: string }): Promise<ApiKey>
  list(accountId?: string): Promise<ApiKey[]>
  /**
   * Revokes a key in every process: at once, or after so many seconds. False when there is no such key, or not of
   * that account. Safe to repeat; a key that is revoked already stays so.
   */
  revoke(keyId: string, ways?: { accountId?: string; afterSeconds?: number }): Promise<boolean>
}
