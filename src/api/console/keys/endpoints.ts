import { z } from 'zod'

import { isUnused, keyStatus } from '../../../domain/account/api-key.ts'
import type { ApiKey } from '../../../domain/account/api-key.ts'
import { KEY_SCOPES } from '../../../domain/account/key-scope.ts'
import { problem } from '../../../domain/error/errors.ts'
import { LONGEST_KEY_NAME } from '../../../domain/account/name.ts'
import { name } from '../../contract/fields/names.ts'
import { IdPath, timeParameter } from '../../contract/parameters.ts'
import { timestampView } from '../../contract/fields/timestamp.ts'
import { webhookUrl } from '../../contract/fields/webhook-url.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { ownerOf } from '../owner-only.ts'
import { ListPage, pageOf, pageView } from '../pages.ts'

/** Longest time for which a replaced key still works: a week, as long as a release may take. */
const LONGEST_DELAY_SECONDS = 7 * 86_400

const NewKey = z.strictObject({
  name: name(LONGEST_KEY_NAME),
  /** Absent: the key may do everything. */
  scopes: z.array(z.enum(KEY_SCOPES)).max(KEY_SCOPES.length).optional(),
  /** Absent: until it is revoked. */
  expires_at: timeParameter.optional(),
  /** Absent: the account webhook receives the events of its videos. */
  webhook_url: webhookUrl('Receives the events of its videos without their own `webhook_url`.').optional(),
})
const Rotation = z.strictObject({ works_for_seconds: z.int().min(0).max(LONGEST_DELAY_SECONDS) })

/** A key as the application lists it; times are ISO 8601. */
export const KeyView = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** First and last characters, for recognising it. */
  masked: z.string(),
  created_at: z.string(),
  /** Null: everything. */
  scopes: z.array(z.enum(KEY_SCOPES)).readonly().nullable(),
  /** Null: the account webhook. */
  webhook_url: z.string().nullable(),
  last_used_at: z.string().nullable(),
  /** The network that the last use came from. */
  last_used_from: z.string().nullable(),
  /** Whether it works and has not been used for 90 days. */
  is_unused: z.boolean(),
  /** `expiring` keys have been replaced and still work until `revoked_at`. */
  status: z.enum(['active', 'expiring', 'revoked', 'expired']),
  expires_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
})
export type KeyView = z.infer<typeof KeyView>

/** A new key, and the key itself, shown this once. */
export const CreatedKeyView = KeyView.extend({
  key: z.string(),
})
export type CreatedKeyView = z.infer<typeof CreatedKeyView>

/** GET /keys: the account's keys, those that work first, each the newest first. */
export const listKeys = consoleEndpoint({
  method: 'get',
  path: '/keys',
  hasTestData: true,
  query: ListPage,
  answer: pageOf(KeyView),
  async handle({ account, query: { limit, after = null } }, { apiKeys }) {
    return pageView(await apiKeys.page(account.id, limit + 1, after), limit, ({ id }) => id, keyView)
  },
})

/** POST /keys: makes a key and shows it this once. */
export const createKey = consoleEndpoint({
  method: 'post',
  path: '/keys',
  hasTestData: true,
  body: NewKey,
  countsAs: 'creates',
  answer: CreatedKeyView,
  async handle({ account, caller, body }, { createApiKey }) {
    ownerOf(caller)
    const { apiKey, key } = await createApiKey({
      accountId: account.id,
      name: body.name,
      scopes: body.scopes ?? null,
      expiresAt: body.expires_at ?? null,
      webhookUrl: body.webhook_url ?? null,
    })
    return { ...keyView(apiKey), key }
  },
})

/** POST /keys/{id}/rotate: makes a key in the place of another, which works for a chosen time longer. */
export const rotateKey = consoleEndpoint({
  method: 'post',
  path: '/keys/:id/rotate',
  hasTestData: true,
  params: IdPath,
  body: Rotation,
  countsAs: 'creates',
  answer: CreatedKeyView,
  async handle({ account, caller, params, body }, { rotateApiKey }) {
    ownerOf(caller)
    const { apiKey, key } = await rotateApiKey({
      accountId: account.id,
      keyId: params.id,
      worksForSeconds: body.works_for_seconds,
    })
    return { ...keyView(apiKey), key }
  },
})

/** DELETE /keys/{id}: revokes a key at once. */
export const revokeKey = consoleEndpoint({
  method: 'delete',
  path: '/keys/:id',
  hasTestData: true,
  params: IdPath,
  answer: z.strictObject({ id: z.string(), revoked: z.literal(true) }),
  async handle({ account, caller, params }, { apiKeys }) {
    ownerOf(caller)
    if (!(await apiKeys.revoke(params.id, { accountId: account.id }))) throw problem('not_found')
    return { id: params.id, revoked: true as const }
  },
})

function keyView(key: ApiKey): KeyView {
  const now = new Date()
  return {
    id: key.id,
    name: key.name,
    masked: `${key.prefix}…${key.lastFour}`,
    created_at: key.createdAt.toISOString(),
    scopes: key.scopes,
    webhook_url: key.webhookUrl,
    last_used_at: timestampView(key.lastUsedAt),
    last_used_from: key.lastUsedFrom,
    is_unused: isUnused(key, now),
    status: keyStatus(key, now),
    expires_at: timestampView(key.expiresAt),
    revoked_at: timestampView(key.revokedAt),
  }
}
