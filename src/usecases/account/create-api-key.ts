import { MOST_WORKING_KEYS } from '../../domain/account/account.ts'
import type { ApiKey, ApiKeyKind } from '../../domain/account/account.ts'
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
  /** Generates a key of a kind. */
  readonly newApiKey: (kind: ApiKeyKind) => string
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
    const key = newApiKey(await kindFor(accounts, accountId))
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
export function makeRotateApiKey({ accounts, apiKeys, newId, newApiKey }: CreateApiKeyPorts): RotateApiKey {
  return async ({ accountId, keyId, worksForSeconds }) => {
    const key = newApiKey(await kindFor(accounts, accountId))
    const apiKey = await apiKeys.replace(keyId, worksForSeconds, { id: newId('key'), accountId, key })
    if (apiKey === null) throw problem('not_found')
    if (apiKey === 'too many') {
      throw tooMany('works_for_seconds', 'Revoke one first, or stop the one that is replaced at once.')
    }
    return { apiKey, key }
  }
}

/** Keys of test data make test videos. @throws `not_found` when there is no such account. */
async function kindFor(accounts: CreateApiKeyPorts['accounts'], accountId: string): Promise<ApiKeyKind> {
  const account = await accounts.find(accountId)
  if (account === null) throw problem('not_found', { message: `There is no account "${accountId}".` })
  return account.testOf === null ? 'live' : 'test'
}

function tooMany(field: string, way: string) {
  const message = `An account has at most ${MOST_WORKING_KEYS} keys that work at a time. ${way}`
  return problem('invalid_request', {
    message,
    userMessage: message,
    fields: { [field]: { code: 'conflict', message } },
  })
}
