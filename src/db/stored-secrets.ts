import { sql } from 'kysely'

import type { SecretBox } from '../ports/process/secret-box.ts'
import { webhookSecretPurpose } from './account/accounts.ts'
import { keptAnswerPurpose } from './account/kept-answers.ts'
import type { Db } from './database.ts'
import { dataKeyPurpose } from './twin/twin-keys.ts'
import { evidenceKeyPurpose } from './twin/consent-seals.ts'
import { endpointSecretPurpose } from './webhook/event-endpoints.ts'

/** Rows that are re-sealed between two looks at the table. */
const PAGE_ROWS = 500

/** A column of sealed secrets, in a table whose rows have the key `id`. */
interface SealedColumn {
  readonly table: string
  readonly column: string
  /** What the secret of a row is sealed for, by the value of `of`. */
  readonly purpose: (value: string) => string
  /** The column that the purpose names; the key of the row unless given. */
  readonly of?: string
}

/**
 * Every column whose bytes come from the secret box. A secret that is replaced while it is re-sealed
 * moves from the first to the second, so this is their order.
 */
const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'accounts', column: 'webhook_secret', purpose: webhookSecretPurpose },
  { table: 'accounts', column: 'previous_webhook_secret', purpose: webhookSecretPurpose },
  { table: 'event_endpoints', column: 'secret', purpose: endpointSecretPurpose },
  { table: 'event_endpoints', column: 'previous_secret', purpose: endpointSecretPurpose },
  { table: 'twins', column: 'data_key', purpose: dataKeyPurpose, of: 'object_folder' },
  { table: 'evidence_keys', column: 'sealed_key', purpose: evidenceKeyPurpose },
  { table: 'kept_answers', column: 'answer', purpose: keptAnswerPurpose },
]

/** The amount of data that depends on a master key. */
export interface MasterKeyStatus {
  /** 8 hexadecimal digits. */
  readonly id: string
  /** `newest` protects new data, `older` only decrypts existing data, and `missing` is not configured. */
  readonly role: 'newest' | 'older' | 'missing'
  /** Secrets that are read back; `rotate` moves them. */
  readonly sealedSecrets: number
  /** Unrevoked API keys; each moves when it is next used. */
  readonly apiKeys: number
  /** Last use of the least recently used API key. Null when one was never used, or when there is none. */
  readonly apiKeysUsedAt: Date | null
}

/** The result of a rotation. */
export interface Rotation {
  readonly masterKeyId: string
  readonly resealed: number
  /** Secrets whose key is missing. */
  readonly unopened: number
}

/** The data protected with master keys, and their rotation. */
export interface StoredSecrets {
  /**
   * Records that the newest key is used from now on. Safe to repeat.
   * @throws when stored data depends on a key that is not configured, as when another process has different keys.
   */
  claim(): Promise<void>
  /** The configured keys, newest first, followed by the missing ones. */
  statuses(): Promise<MasterKeyStatus[]>
  /**
   * Encrypts all secrets with the newest key and removes the keys that no data depends on.
   * You can interrupt it at any time and repeat it.
   * @throws like `claim`: other processes could not decrypt secrets that are encrypted with a key that they do not have.
   */
  rotate(): Promise<Rotation>
  /**
   * Removes a key that is no longer configured, and revokes the API keys that still depend on it.
   *
   * @param evenIfSecretsAreLost confirms that the key is lost, together with the secrets that are encrypted with it.
   * @returns the number of API keys that were revoked.
   * @throws when it is the newest key, or when secrets are encrypted with it.
   */
  retire(id: string, evenIfSecretsAreLost: boolean): Promise<number>
}

/** Secrets in PostgreSQL. @param masterKeyIds ids of the keys of the box, newest first. */
export function createStoredSecrets(db: Db, box: SecretBox, masterKeyIds: readonly string[]): StoredSecrets {
  const [newestId = ''] = masterKeyIds
  const statuses = () => readStatuses(db, masterKeyIds)
  return {
    claim: () => claim(db, masterKeyIds),
    statuses,

    async rotate() {
      await claim(db, masterKeyIds)
      const counts = { resealed: 0, unopened: 0 }
      for (const column of SEALED_COLUMNS) await resealColumn(db, box, newestId, column, counts)
      const needless = (await statuses()).filter(
        ({ role, sealedSecrets, apiKeys }) => role !== 'newest' && sealedSecrets + apiKeys === 0,
      )
      for (const { id } of needless) await forget(db, id)
      return { masterKeyId: newestId, ...counts }
    },

    async retire(id, evenIfSecretsAreLost) {
      if (id === newestId) throw new Error(`${id} is the master key in use. Add a new key before it first.`)
      const { sealedSecrets = 0 } = (await statuses()).find((status) => status.id === id) ?? {}
      if (sealedSecrets > 0 && !evenIfSecretsAreLost) {
        throw new Error(
          `${sealedSecrets} secrets are encrypted with ${id}. Run \`secrets rotate\` with this key first.`,
        )
      }
      const revoked = await db
        .updateTable('api_keys')
        .set({ revoked_at: sql`clock_timestamp()` })
        .where('master_key_id', '=', id)
        .where('works_until', '>', sql<Date>`clock_timestamp()`)
        .returning('id')
        .execute()
      await forget(db, id)
      return revoked.length
    },
  }
}

async function claim(db: Db, masterKeyIds: readonly string[]): Promise<void> {
  const [newestId = ''] = masterKeyIds
  await db.transaction().execute(async (transaction) => {
    // Two first starts with different keys must not both find nothing.
    await sql`lock table master_keys in exclusive mode`.execute(transaction)
    const needed = await transaction.selectFrom('master_keys').select('id').orderBy('first_used_at').execute()
    const missing = needed.map(({ id }) => id).filter((id) => !masterKeyIds.includes(id))
    if (missing.length > 0) throw keysAreMissing(missing, masterKeyIds)
    await transaction
      .insertInto('master_keys')
      .values({ id: newestId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

function keysAreMissing(missing: readonly string[], given: readonly string[]): Error {
  return new Error(
    `Stored data needs the master key ${missing.join(' and ')}; this process has ${given.join(' and ')}.\n` +
      'All processes need the same master keys, on every machine: set MASTER_KEY or MASTER_KEY_FILE to the same\n' +
      'value for all of them. An automatically generated key is in DATA_DIR/master.key. After you change the key,\n' +
      'list the old key after the new one until it is rotated out. See docs/secrets.md.',
  )
}

async function readStatuses(db: Db, masterKeyIds: readonly string[]): Promise<MasterKeyStatus[]> {
  const sealed = await Promise.all(SEALED_COLUMNS.map((column) => countSealed(db, column)))
  const apiKeys = await countApiKeys(db)
  const noted = await db.selectFrom('master_keys').select('id').orderBy('first_used_at').execute()
  const stored = [...sealed.flat(), ...apiKeys, ...noted].map(({ id }) => id)
  return [...new Set([...masterKeyIds, ...stored])].map((id) => {
    const place = masterKeyIds.indexOf(id)
    const ofKeys = apiKeys.find((row) => row.id === id)
    return {
      id,
      role: place === 0 ? 'newest' : place > 0 ? 'older' : 'missing',
      sealedSecrets: sealed.flat().reduce((sum, row) => sum + (row.id === id ? row.count : 0), 0),
      apiKeys: ofKeys?.count ?? 0,
      apiKeysUsedAt: ofKeys?.used_at ?? null,
    }
  })
}

async function countSealed(
  db: Db,
  { table, column }: SealedColumn,
): Promise<{ id: string; count: number }[]> {
  const { rows } = await sql<{ id: string; count: number }>`
    select encode(substring(${sql.ref(column)} from 1 for 4), 'hex') as id, count(*)::int as count
    from ${sql.table(table)} where ${sql.ref(column)} is not null group by 1
  `.execute(db)
  return rows
}

async function countApiKeys(db: Db): Promise<{ id: string; count: number; used_at: Date | null }[]> {
  const { rows } = await sql<{ id: string; count: number; used_at: Date | null }>`
    select master_key_id as id, count(*)::int as count,
      case when bool_and(last_used_at is not null) then min(last_used_at) end as used_at
    from api_keys where works_until > clock_timestamp() group by 1
  `.execute(db)
  return rows
}

async function resealColumn(
  db: Db,
  box: SecretBox,
  newestId: string,
  { table, column, purpose, of = 'id' }: SealedColumn,
  counts: { resealed: number; unopened: number },
): Promise<void> {
  const [name, secret] = [sql.table(table), sql.ref(column)]
  for (let after = '', full = true; full;) {
    const { rows } = await sql<{ id: string; sealed: Buffer; value: string }>`
      select id, ${secret} as sealed, ${sql.ref(of)} as value from ${name}
      where id > ${after} and substring(${secret} from 1 for 4) <> decode(${newestId}, 'hex')
      order by id limit ${PAGE_ROWS}
    `.execute(db)
    for (const { id, sealed, value } of rows) {
      const opened = openOrNull(box, sealed, purpose(value))
      if (opened === null) {
        counts.unopened += 1
        continue
      }
      // Only what was read: the account may have got a new secret since.
      const { numAffectedRows } = await sql`
        update ${name} set ${secret} = ${box.seal(opened, purpose(value))} where id = ${id} and ${secret} = ${sealed}
      `.execute(db)
      counts.resealed += Number(numAffectedRows ?? 0)
    }
    full = rows.length === PAGE_ROWS
    after = rows.at(-1)?.id ?? after
  }
}

function openOrNull(box: SecretBox, sealed: Buffer, purpose: string): string | null {
  try {
    return box.open(sealed, purpose)
  } catch {
    return null
  }
}

async function forget(db: Db, id: string): Promise<void> {
  await db.deleteFrom('master_keys').where('id', '=', id).execute()
}
