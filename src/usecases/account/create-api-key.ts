import { MOST_WORKING_KEYS } from '../../domain/account/account.ts'
import type { ApiKey } from '../../domain/account/account.ts'
import { problem } from '../../domain/error/errors.ts'
import { LONGEST_KEY_NAME, requireName } from '../../domain/account/name.ts'
import type { Accounts } from '../../ports/account/accounts.ts'
import type { ApiKeys } from '../../ports/account/api-keys.ts'
import type { NewId } from '../../ports/process/new-id.ts'

/** Stores and generators for creating an API key. */
export interface CreateApiKeyPorts {
  readonly accounts: Pick<Accounts, 'find'>
  readonly apiKeys: Pick<ApiKeys, 'add' | 'replace'>
  readonly newId: NewId
  /** Generates a key, `pv_live_…`. */
  readonly newApiKey: () => string
}

/** A new key as it is listed later, and the key itself, which is shown only once. */
export interface CreatedApiKey {
  readonly apiKey: ApiKey
  readonly key: string
}

/**
 * Creates a key for an account. @throws `not_found` when the account does not exist, `invalid_request` when it has as
 * many keys as it may have.
 */
export type CreateApiKey = (input: { accountId: string; name: string }) => Promise<CreatedApiKey>

/** Builds the use case that creates an API key. */
export function makeCreateApiKey({ accounts, apiKeys, newId, newApiKey }: CreateApiKeyPorts): CreateApiKey {
  return async ({ accountId, name: given }) => {
    const name = requireName(given, LONGEST_KEY_NAME)
    if (!(await accounts.find(accountId))) {
      throw problem('not_found', { message: `There is no account "${accountId}".` })
    }
    const key = newApiKey()
    const apiKey = await apiKeys.add({ id: newId('key'), accountId, name, key })
    if (apiKey === null) throw tooMany('name', 'Revoke one first.')
    return { apiKey, key }
  }
}

/** Which key makes room for another one, and for how many seconds it works on. */
export interface RotateApiKeyInput {
  readonly accountId: string
  readonly keyId: string
  readonly worksForSeconds: number
}

/**
 * Creates a key in the place of another one, of the same name. @throws `not_found` when the account has no such key
 * that works, `invalid_request` as above.
 */
export type RotateApiKey = (input: RotateApiKeyInput) => Promise<CreatedApiKey>

/** Builds the use case that rotates an API key. */
export function makeRotateApiKey({ apiKeys, newId, newApiKey }: CreateApiKeyPorts): RotateApiKey {
  return async ({ accountId, keyId, worksForSeconds }) => {
    const key = newApiKey()
    const apiKey = await apiKeys.replace(keyId, worksForSeconds, { id: newId('key'), accountId, key })
    if (apiKey === null) throw problem('not_found')
    if (apiKey === 'too many') {
      throw tooMany('works_for_seconds', 'Revoke one first, or stop the one that is replaced at once.')
    }
    return { apiKey, key }
  }
}

function tooMany(field: string, way: string) {
  const message = `An account has at most ${MOST_WORKING_KEYS} keys that work at a time. ${way}`
  return problem('invalid_request', {
    message,
    userMessage: message,
    fields: { [field]: { code: 'conflict', message } },
  })
}
