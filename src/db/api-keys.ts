import { sql } from 'kysely'
import type { Selectable } from 'kysely'

import type { ApiKey } from '../domain/account.ts'
import type { ApiKeys } from '../ports.ts'
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

/** What a key is stored and recognised as. */
export interface KeyPrints {
  /** HMAC-SHA-256 under the pepper of the newest master key: 32 bytes. */
  hash(key: string): Buffer
  /** The same under those of older master keys. */
  olderHashes(key: string): readonly Buffer[]
  /** Id of the newest master key. */
  readonly masterKeyId: string
  /** Its first characters. */
  prefix(key: string): string
  lastFour(key: string): string
}

/** API keys in PostgreSQL. Read on every request, so that a revocation holds from the next one on. */
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

    async revoke(keyId) {
      const row = await db
        .updateTable('api_keys')
        .set({ revoked_at: sql`coalesce(revoked_at, clock_timestamp())` })
        .where('id', '=', keyId)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    async authenticate(key) {
      const hash = prints.hash(key)
      const row = await selectKeyOwner(db, [hash, ...prints.olderHashes(key)])
      if (!row) return null
      const isOutdated = row.master_key_id !== prints.masterKeyId
      if ((row.stale_use || isOutdated) && !row.revoked_at) {
        await noteUse(db, row.key_id, { hash, masterKeyId: prints.masterKeyId })
      }
      return {
        account: {
          id: row.id,
          name: row.name,
          email: row.email,
          planId: row.plan_id,
          createdAt: row.created_at,
        },
        keyId: row.key_id,
        revoked: row.revoked_at !== null,
      }
    },
  }
}

function selectKeyOwner(db: Db, hashes: readonly Buffer[]) {
  return (
    db
      .selectFrom('api_keys as k')
      .innerJoin('accounts as a', 'a.id', 'k.account_id')
      .select(['k.id as key_id', 'k.revoked_at', 'k.master_key_id'])
      .select(['a.id', 'a.name', 'a.email', 'a.plan_id', 'a.created_at'])
      // Noted once a minute: a write on every request would cost more than the request.
      .select(
        sql<boolean>`coalesce(k.last_used_at < clock_timestamp() - interval '1 minute', true)`.as(
          'stale_use',
        ),
      )
      .where('k.hash', 'in', hashes)
      .executeTakeFirst()
  )
}

/** A key that was kept under an older master key moves to the newest: only now is it at hand for that. */
async function noteUse(
  db: Db,
  keyId: string,
  { hash, masterKeyId }: { hash: Buffer; masterKeyId: string },
): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: sql`clock_timestamp()`, hash, master_key_id: masterKeyId })
    .where('id', '=', keyId)
    .execute()
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
