import type { ApiKey } from '../domain/account.ts'
import { problem } from '../domain/errors.ts'
import type { Accounts } from '../ports/accounts.ts'
import type { ApiKeys } from '../ports/api-keys.ts'
import type { NewId } from '../ports/new-id.ts'

/** Stores and generators for creating an API key. */
export interface CreateApiKeyPorts {
  readonly accounts: Pick<Accounts, 'find'>
  readonly apiKeys: Pick<ApiKeys, 'add'>
  readonly newId: NewId
  /** Generates a key, `pv_live_…`. */
  readonly newApiKey: () => string
}

/** A new key as it is listed later, and the key itself, which is shown only once. */
export interface CreatedApiKey {
  readonly apiKey: ApiKey
  readonly key: string
}

/** Creates a key for an account. @throws `not_found` when the account does not exist. */
export type CreateApiKey = (input: { accountId: string; name: string }) => Promise<CreatedApiKey>

/** Builds the use case that creates an API key. */
export function makeCreateApiKey({ accounts, apiKeys, newId, newApiKey }: CreateApiKeyPorts): CreateApiKey {
  return async ({ accountId, name }) => {
    if (!(await accounts.find(accountId))) {
      throw problem('not_found', { message: `There is no account "${accountId}".` })
    }
    const key = newApiKey()
    return { apiKey: await apiKeys.add({ id: newId('key'), accountId, name, key }), key }
  }
}
