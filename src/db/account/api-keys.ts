import { sql } from 'kysely'
import type { Selectable } from 'kysely'

import { MOST_WORKING_KEYS } from '../../domain/account/api-key.ts'
import type { ApiKey } from '../../domain/account/api-key.ts'
import type { KeyScope } from '../../domain/account/key-scope.ts'
import type { ApiKeys, NewApiKey } from '../../ports/account/api-keys.ts'
import { lockAccount } from './accounts.ts'
import type { Db } from '../database.ts'
import type { ApiKey as ApiKeyRow } from '../schema.ts'

const keyColumns = [
  'id',
  'account_id',
  'name',
  'prefix',
  'last_four',
  'created_at',
  'scopes',
  'webhook_url',
  'last_used_at',
  'last_used_from',
  'expires_at',
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
    add: (key) => db.transaction().execute((transaction) => addKey(transaction, prints, key)),

    replace: (replacedId, afterSeconds, key) =>
      db
        .transaction()
        .execute(async (transaction) => {
          const replaced = await transaction
            .updateTable('api_keys')
            .set({ revoked_at: sql`least(revoked_at, ${inSeconds(afterSeconds)})` })
            .where('id', '=', replacedId)
            .where('account_id', '=', key.accountId)
            .where('works_until', '>', NOW)
            .returning(['name', 'scopes', 'webhook_url', EXPIRY_OF_REPLACEMENT])
            .executeTakeFirst()
          if (!replaced) return null
          const { name, scopes, webhook_url: webhookUrl, expires_at: expiresAt } = replaced
          const added = await addKey(transaction, prints, {
            ...key,
            name,
            scopes: scopes as KeyScope[] | null,
            webhookUrl,
            expiresAt,
          })
          // The one that was to be replaced works on, too.
          if (added === null) throw new TooMany()
          return added
        })
        .catch((error: unknown) => {
          if (error instanceof TooMany) return 'too many' as const
          throw error
        }),

    async list(accountId) {
      let query = db.selectFrom('api_keys').select(keyColumns)
      if (accountId !== undefined) query = query.where('account_id', '=', accountId)
      const rows = await query.orderBy('created_at').orderBy('id').execute()
      return rows.map(toApiKey)
    },

    page: (accountId, limit, after) => keyPage(db, accountId, limit, after),

    async revoke(keyId, { accountId, afterSeconds = 0 } = {}) {
      let query = db
        .updateTable('api_keys')
        .set({ revoked_at: sql`least(revoked_at, ${inSeconds(afterSeconds)})` })
        .where('id', '=', keyId)
      if (accountId !== undefined) query = query.where('account_id', '=', accountId)
      return (await query.returning('id').executeTakeFirst()) !== undefined
    },
  }
}

async function keyPage(
  db: Db,
  accountId: string,
  limit: number,
  after: string | null,
): Promise<ApiKey[] | null> {
  const works = sql`(works_until > statement_timestamp())`
  const ofAccount = db.selectFrom('api_keys').where('account_id', '=', accountId)
  if (after !== null && !(await ofAccount.select('id').where('id', '=', after).executeTakeFirst()))
    return null
  const rows = await ofAccount
    .select(keyColumns)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(${works}, created_at, id) < (select ${works}, created_at, id from api_keys where id = ${after})`,
      ),
    )
    .orderBy(works, 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toApiKey)
}

/** Ends a transaction with nothing done. */
class TooMany extends Error {}

const NOW = sql<Date>`clock_timestamp()`

/** A key for three months is replaced by one for three months. */
const EXPIRY_OF_REPLACEMENT = sql<Date | null>`clock_timestamp() + (expires_at - created_at)`.as('expires_at')

const inSeconds = (seconds: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`

async function addKey(
  transaction: Db,
  prints: KeyPrints,
  { id, accountId, name, scopes, webhookUrl, expiresAt, key }: NewApiKey,
): Promise<ApiKey | null> {
  // Locked, so that of two at the same moment only one can be the last.
  await lockAccount(transaction, accountId)
  const { working } = await transaction
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<string>().as('working'))
    .where('account_id', '=', accountId)
    .where('works_until', '>', NOW)
    .executeTakeFirstOrThrow()
  if (Number(working) >= MOST_WORKING_KEYS) return null
  const row = await transaction
    .insertInto('api_keys')
    .values({
      id,
      account_id: accountId,
      name,
      hash: prints.hash(key),
      master_key_id: prints.masterKeyId,
      prefix: prints.prefix(key),
      last_four: prints.lastFour(key),
      scopes: scopes && [...scopes],
      webhook_url: webhookUrl,
      expires_at: expiresAt,
    })
    .returning(keyColumns)
    .executeTakeFirstOrThrow()
  return toApiKey(row)
}

function toApiKey(row: Pick<Selectable<ApiKeyRow>, (typeof keyColumns)[number]>): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    prefix: row.prefix,
    lastFour: row.last_four,
    createdAt: row.created_at,
    // A check of the table knows the same scopes.
    scopes: row.scopes as KeyScope[] | null,
    webhookUrl: row.webhook_url,
    lastUsedAt: row.last_used_at,
    lastUsedFrom: row.last_used_from,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  }
}
