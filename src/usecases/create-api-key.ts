import type { ApiKey } from '../domain/account.ts'
import { problem } from '../domain/errors.ts'
import type { Accounts, ApiKeys, NewId } from '../ports.ts'

/** What making an API key needs. */
export interface CreateApiKeyPorts {
  readonly accounts: Pick<Accounts, 'find'>
  readonly apiKeys: Pick<ApiKeys, 'add'>
  readonly newId: NewId
  /** Makes a key, `pv_live_…`. */
  readonly newApiKey: () => string
}

/** A new key as its owner sees it later, and the key itself, shown this once. */
export interface CreatedApiKey {
  readonly apiKey: ApiKey
  readonly key: string
}

/** Makes a key for an account. @throws `not_found` when there is no such account. */
export type CreateApiKey = (input: { accountId: string; name: string }) => Promise<CreatedApiKey>

/** Making an API key. */
export function makeCreateApiKey({ accounts, apiKeys, newId, newApiKey }: CreateApiKeyPorts): CreateApiKey {
  return async ({ accountId, name }) => {
    if (!(await accounts.find(accountId))) {
      throw problem('not_found', { message: `There is no account "${accountId}".` })
    }
    const key = newApiKey()
    return { apiKey: await apiKeys.add({ id: newId('key'), accountId, name, key }), key }
  }
}
