import { sql } from 'kysely'
import type { Selectable } from 'kysely'

import type { ApiKey } from '../domain/account.ts'
import type { ApiKeys } from '../ports/api-keys.ts'
import type { Db } from './database.ts'
import type { ApiKey as ApiKeyRow } from './schema.ts'

const keyColumns = [
  'id',
  'account_id',
  'name',
  'prefix',
  'last_four',
  'created_at',
  'last_used_at',
  'revoked_at',
] as const

/** The stored form of an API key. */
export interface KeyPrints {
  /** HMAC-SHA-256 under the pepper of the newest master key: 32 bytes. */
  hash(key: string): Buffer
  /** Id of the newest master key. */
  readonly masterKeyId: string
  /** Its first characters. */
  prefix(key: string): string
  lastFour(key: string): string
}

/** API keys in PostgreSQL. `request-gate.ts` looks them up. */
export function createApiKeys(db: Db, prints: KeyPrints): ApiKeys {
  return {
    async add({ id, accountId, name, key }) {
      const row = await db
        .insertInto('api_keys')
        .values({
          id,
          account_id: accountId,
          name,
          hash: prints.hash(key),
          master_key_id: prints.masterKeyId,
          prefix: prints.prefix(key),
          last_four: prints.lastFour(key),
        })
        .returning(keyColumns)
        .executeTakeFirstOrThrow()
      return toApiKey(row)
    },

    async list(accountId) {
      let query = db.selectFrom('api_keys').select(keyColumns)
      if (accountId !== undefined) query = query.where('account_id', '=', accountId)
      const rows = await query.orderBy('created_at').orderBy('id').execute()
      return rows.map(toApiKey)
    },

    async revoke(keyId, { accountId, afterSeconds = 0 } = {}) {
      const then = sql<Date>`clock_timestamp() + make_interval(secs => ${afterSeconds})`
      let query = db
        .updateTable('api_keys')
        .set({ revoked_at: sql`least(revoked_at, ${then})` })
        .where('id', '=', keyId)
      if (accountId !== undefined) query = query.where('account_id', '=', accountId)
      return (await query.returning('id').executeTakeFirst()) !== undefined
    },
  }
}

function toApiKey(row: Omit<Selectable<ApiKeyRow>, 'hash' | 'master_key_id'>): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    prefix: row.prefix,
    lastFour: row.last_four,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  }
}
