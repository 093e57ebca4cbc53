import type { ApiKey, KeySettings } from '../../domain/account/api-key.ts'

/** A key to be kept. */
export interface NewApiKey extends KeySettings {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly key: string
}

/** Where API keys are kept: as hashes. */
export interface ApiKeys {
  /** Null when the account has as many keys that work as it may have, `MOST_WORKING_KEYS`. */
  add(key: NewApiKey): Promise<ApiKey | null>
  /**
   * Adds a key in the place of another of its account, which works for so many seconds longer: both or neither. It has the
   * other's name, scopes and webhook, and expires as long after today as the other did after its creation.
   *
   * @returns null when there is no such key that works; `too many` when both would be more than the account may have.
   */
  replace(
    replacedId: string,
    afterSeconds: number,
    key: Omit<NewApiKey, 'name' | keyof KeySettings>,
  ): Promise<ApiKey | 'too many' | null>
  list(accountId?: string): Promise<ApiKey[]>
  /**
   * Those of an account that work before those that do not, each the newest first.
   *
   * @param after id of the key after which they come; null: from the first on. @returns null when it has no such key.
   */
  page(accountId: string, limit: number, after: string | null): Promise<ApiKey[] | null>
  /**
   * Revokes a key in every process: at once, or after so many seconds. False when there is no such key, or not of
   * that account. Safe to repeat; a key that is revoked already stays so.
   */
  revoke(keyId: string, ways?: { accountId?: string; afterSeconds?: number }): Promise<boolean>
}
