import { MOST_WORKING_KEYS } from '../../domain/account/api-key.ts'
import type { ApiKey, ApiKeyKind, KeyBounds, KeySettings } from '../../domain/account/api-key.ts'
import { invalidFields, problem } from '../../domain/error/errors.ts'
import { LONGEST_KEY_NAME, requireName } from '../../domain/account/name.ts'
import type { Accounts } from '../../ports/account/accounts.ts'
import type { ApiKeys } from '../../ports/account/api-keys.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { NewId } from '../../ports/process/new-id.ts'
import type { WebhookGuard } from '../../ports/webhook/webhook-guard.ts'

/** Stores and generators for creating an API key. */
export interface CreateApiKeyPorts {
  readonly accounts: Pick<Accounts, 'find'>
  readonly apiKeys: Pick<ApiKeys, 'add' | 'replace'>
  readonly webhookGuard: Pick<WebhookGuard, 'refuse'>
  readonly newId: NewId
  /** Generates a key of a kind. */
  readonly newApiKey: (kind: ApiKeyKind) => string
  readonly clock: Clock
}

/** A new key as it is listed later, and the key itself, which is shown only once. */
export interface CreatedApiKey {
  readonly apiKey: ApiKey
  readonly key: string
}

/** Whose key it is and what it is called. Without settings it may do everything, until it is revoked. */
export interface CreateApiKeyInput extends Partial<KeySettings> {
  readonly accountId: string
  readonly name: string
}

/**
 * Creates a key for an account. @throws `not_found` when the account does not exist, `invalid_request` when it has as
 * many keys as it may have, for bounds that leave the key nothing, and for a webhook whose URL is not allowed.
 */
export type CreateApiKey = (input: CreateApiKeyInput) => Promise<CreatedApiKey>

/** Builds the use case that creates an API key. */
export function makeCreateApiKey(ports: CreateApiKeyPorts): CreateApiKey {
  const { accounts, apiKeys, webhookGuard, newId, newApiKey, clock } = ports
  return async ({ accountId, name: given, scopes = null, expiresAt = null, webhookUrl = null }) => {
    const name = requireName(given, LONGEST_KEY_NAME)
    requireSomeUse({ scopes, expiresAt }, clock())
    if (webhookUrl !== null) await requireDestination(webhookGuard, webhookUrl)
    const key = newApiKey(await kindFor(accounts, accountId))
    const settings = { scopes, expiresAt, webhookUrl }
    const apiKey = await apiKeys.add({ id: newId('key'), accountId, name, ...settings, key })
    if (apiKey === null) throw tooMany('name', 'Revoke one first.')
    return { apiKey, key }
  }
}

/** @throws `invalid_request` for a key that could never be used. */
function requireSomeUse({ scopes, expiresAt }: KeyBounds, now: Date): void {
  if (scopes?.length === 0) {
    throw invalidFields({
      scopes: { code: 'invalid', message: 'Choose at least one scope, or leave them out.' },
    })
  }
  if (expiresAt !== null && !(expiresAt > now)) {
    throw invalidFields({ expires_at: { code: 'invalid', message: 'Choose a time in the future.' } })
  }
}

/** @throws `invalid_request` for a URL to which nothing is sent. */
async function requireDestination(guard: Pick<WebhookGuard, 'refuse'>, url: string): Promise<void> {
  const message = await guard.refuse(url)
  if (message !== null) throw invalidFields({ webhook_url: { code: 'invalid', message } })
}

/** Which key makes room for another one, and for how many seconds it works on. */
export interface RotateApiKeyInput {
  readonly accountId: string
  readonly keyId: string
  readonly worksForSeconds: number
}

/**
 * Creates a key in the place of another one, with the same name, scopes and webhook, and for as long. @throws `not_found` when the account has no such key
 * that works, `invalid_request` as above.
 */
export type RotateApiKey = (input: RotateApiKeyInput) => Promise<CreatedApiKey>

/** Builds the use case that rotates an API key. */
export function makeRotateApiKey({
  accounts,
  apiKeys,
  newId,
  newApiKey,
}: Omit<CreateApiKeyPorts, 'clock' | 'webhookGuard'>): RotateApiKey {
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
