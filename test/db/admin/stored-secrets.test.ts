import { randomBytes, randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createAccounts, webhookSecretPurpose } from '../../../src/db/account/accounts.ts'
import { openDatabase } from '../../../src/db/database.ts'
import type { Db } from '../../../src/db/database.ts'
import { migrate } from '../../../src/db/migrate.ts'
import { createStoredSecrets } from '../../../src/db/stored-secrets.ts'
import { DEFAULT_PLANS } from '../../../src/domain/account/plan.ts'
import { createLog } from '../../../src/process/log.ts'
import type { SecretBox } from '../../../src/ports/process/secret-box.ts'
import { deriveKeys } from '../../../src/secrets/derive-keys.ts'
import { createSecretBox } from '../../../src/secrets/secret-box.ts'
import { createTestDatabase } from '../../support/database/database.ts'

const MANY_ACCOUNTS = 1_200
const plans = new Map(DEFAULT_PLANS.map((plan) => [plan.id, plan]))
const [oldKeys, newKeys, otherKeys] = [randomBytes(32), randomBytes(32), randomBytes(32)].map(deriveKeys) as [
  ReturnType<typeof deriveKeys>,
  ReturnType<typeof deriveKeys>,
  ReturnType<typeof deriveKeys>,
]

let db: Db
beforeAll(async () => {
  const databaseUrl = await createTestDatabase()
  await migrate(databaseUrl)
  db = openDatabase(databaseUrl, createLog({ level: 'silent' }))
  // They refuse to be emptied with their accounts.
  for (const table of ['twin_consents', 'twin_events'])
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
})
afterAll(() => db.destroy())
beforeEach(async () => {
  await sql`truncate accounts, api_keys, master_keys cascade`.execute(db)
})

/** The stored secrets as a process with these keys sees them. */
function withKeys(...keys: ReturnType<typeof deriveKeys>[]) {
  const box = createSecretBox(keys.map(({ secretBox }) => secretBox))
  const ids = keys.map(({ id }) => id)
  return { box, secrets: createStoredSecrets(db, box, ids), accounts: createAccounts(db, plans, box) }
}

async function makeAccount(box: SecretBox, webhookSecret = 'whsec_test'): Promise<string> {
  const id = `acc_${randomUUID()}`
  const [email, planId] = [`${id}@example.com`, 'growth']
  const account = { id, name: 'A', email, planId, webhookSecret, starredVoices: [] }
  await createAccounts(db, plans, box).create(account)
  return id
}

/** An account for each secret, as quickly as SQL makes them. */
async function makeAccounts(box: SecretBox, webhookSecrets: readonly string[]): Promise<void> {
  const model = await makeAccount(box)
  const rows = webhookSecrets.map((secret, index) => {
    const id = `acc_${index}`
    return { id, sealed: box.seal(secret, webhookSecretPurpose(id)).toString('hex') }
  })
  await sql`
    insert into accounts (id, name, email, plan_id, webhook_secret, period_started_at, period_ends_at)
    select r.id, a.name, r.id || '@example.com', a.plan_id, decode(r.sealed, 'hex'), a.period_started_at, a.period_ends_at
    from accounts a, json_to_recordset(${JSON.stringify(rows)}) as r(id text, sealed text)
    where a.id = ${model}
  `.execute(db)
}

async function makeApiKey(accountId: string, masterKeyId: string): Promise<void> {
  await db
    .insertInto('api_keys')
    .values({
      id: `key_${randomUUID()}`.slice(0, 40),
      account_id: accountId,
      name: 'test',
      hash: randomBytes(32),
      master_key_id: masterKeyId,
      prefix: 'pv_live_test',
      last_four: 'test',
    })
    .execute()
}

describe('claiming', () => {
  test('a second process with another key is told so, and what to do', async () => {
    await withKeys(oldKeys).secrets.claim()
    const told = withKeys(otherKeys).secrets.claim()
    await expect(told).rejects.toThrow(`needs the master key ${oldKeys.id}; this process has ${otherKeys.id}`)
    await expect(told).rejects.toThrow('All processes need the same master keys')
  })

  test('of first starts at once with different keys, one alone succeeds', async () => {
    const starts = [oldKeys, newKeys, otherKeys].map((keys) => withKeys(keys).secrets.claim())
    const outcomes = await Promise.allSettled(starts)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('a key that is only given for later is not needed by others yet', async () => {
    await withKeys(oldKeys, newKeys).secrets.claim()
    await withKeys(oldKeys).secrets.claim()
    await withKeys(newKeys, oldKeys).secrets.claim()
    await expect(withKeys(oldKeys).secrets.claim()).rejects.toThrow(newKeys.id)
  })
})

describe('rotating', () => {
  test('every secret opens afterwards without the old key, however many there are', async () => {
    const { box } = withKeys(oldKeys)
    const shown = Array.from({ length: MANY_ACCOUNTS }, (_, index) => `whsec_${index}`)
    await makeAccounts(box, shown)
    const { resealed } = await withKeys(newKeys, oldKeys).secrets.rotate()
    expect(resealed).toBe(MANY_ACCOUNTS + 1)
    const rows = await db
      .selectFrom('accounts')
      .select(['id', 'webhook_secret'])
      .where('id', 'like', 'acc\\_%')
      .execute()
    const alone = withKeys(newKeys).box
    const opened = rows.map((row) => alone.open(row.webhook_secret, webhookSecretPurpose(row.id)))
    expect(opened.toSorted()).toEqual([...shown, 'whsec_test'].toSorted())
  })

  test('what was stopped half-way goes on where it was', async () => {
    const { box } = withKeys(oldKeys)
    await makeAccounts(box, Array.from({ length: 99 }, String))
    const both = withKeys(newKeys, oldKeys)
    let left = 40
    const breaking: SecretBox = {
      ...both.box,
      seal: (secret, purpose) => {
        if (left-- === 0) throw new Error('stopped')
        return both.box.seal(secret, purpose)
      },
    }
    const ids = [newKeys.id, oldKeys.id]
    await expect(createStoredSecrets(db, breaking, ids).rotate()).rejects.toThrow('stopped')
    expect(await both.secrets.statuses()).toMatchObject([
      { id: newKeys.id, sealedSecrets: 40 },
      { id: oldKeys.id, sealedSecrets: 60 },
    ])
    expect(await both.secrets.rotate()).toMatchObject({ resealed: 60 })
    expect(await both.secrets.rotate()).toMatchObject({ resealed: 0 })
  })

  test('two rotations at once do no harm', async () => {
    const { box } = withKeys(oldKeys)
    await makeAccounts(box, Array.from({ length: 99 }, String))
    const done = await Promise.all([1, 2].map(() => withKeys(newKeys, oldKeys).secrets.rotate()))
    expect(done[0]!.resealed + done[1]!.resealed).toBe(100)
  })

  test('secrets whose key is missing are counted and left as they are', async () => {
    const lost = await makeAccount(withKeys(otherKeys).box)
    const kept = await makeAccount(withKeys(oldKeys).box, 'whsec_kept')
    const both = withKeys(newKeys, oldKeys)
    expect(await both.secrets.rotate()).toMatchObject({ resealed: 1, unopened: 1 })
    expect(await both.secrets.statuses()).toMatchObject([
      { id: newKeys.id, role: 'newest', sealedSecrets: 1 },
      { id: oldKeys.id, role: 'older', sealedSecrets: 0 },
      { id: otherKeys.id, role: 'missing', sealedSecrets: 1 },
    ])
    const sealed = async (id: string) =>
      (
        await db
          .selectFrom('accounts')
          .select('webhook_secret')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).webhook_secret
    expect(withKeys(otherKeys).box.open(await sealed(lost), webhookSecretPurpose(lost))).toBe('whsec_test')
    expect(withKeys(newKeys).box.open(await sealed(kept), webhookSecretPurpose(kept))).toBe('whsec_kept')
  })

  test('a key that nothing needs any more is not asked for again; one with API keys is', async () => {
    await withKeys(oldKeys).secrets.claim()
    const accountId = await makeAccount(withKeys(oldKeys).box)
    await makeApiKey(accountId, oldKeys.id)
    const both = withKeys(newKeys, oldKeys)
    await both.secrets.claim()
    await both.secrets.rotate()
    await expect(withKeys(newKeys).secrets.claim()).rejects.toThrow(oldKeys.id)
    await sql`update api_keys set revoked_at = now()`.execute(db)
    await both.secrets.rotate()
    await withKeys(newKeys).secrets.claim()
  })

  test('no column of bytes is forgotten: each is either re-sealed or a hash', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea' order by 1
    `.execute(db)
    // A new one that comes from the secret box belongs into SEALED_COLUMNS of db/stored-secrets.ts.
    expect(rows.map(({ name }) => name)).toEqual([
      'accounts.previous_webhook_secret',
      'accounts.webhook_secret',
      'api_keys.hash',
      'batches.request_hash',
      'event_endpoints.previous_secret',
      'event_endpoints.secret',
      'evidence_keys.sealed_key',
      'invitations.token_hash',
      'kept_answers.answer',
      'kept_answers.request_hash',
      'twin_consents.digest',
      'twin_consents.seal',
      'twin_own_links.token_hash',
      'twin_recordings.browser_hash',
      'twin_recordings.token_hash',
      'twin_take_chunks.sha256',
      'twin_takes.sha256',
      'twins.data_key',
      'video_pairs.pair',
      'video_requests.request_hash',
      'videos.request_hash',
    ])
  })
})

describe('retiring', () => {
  test('is refused for the key in use, and while secrets are sealed under the key', async () => {
    const { box, secrets } = withKeys(oldKeys)
    await secrets.claim()
    await makeAccount(box)
    await expect(secrets.retire(oldKeys.id, true)).rejects.toThrow('is the master key in use')
    await expect(withKeys(newKeys, oldKeys).secrets.retire(oldKeys.id, false)).rejects.toThrow(
      '1 secrets are encrypted with',
    )
  })

  test('revokes the API keys that would not work any more, and no others', async () => {
    await withKeys(oldKeys).secrets.claim()
    const accountId = await makeAccount(withKeys(newKeys).box)
    await makeApiKey(accountId, oldKeys.id)
    await makeApiKey(accountId, newKeys.id)
    const { secrets } = withKeys(newKeys)
    expect(await secrets.retire(oldKeys.id, false)).toBe(1)
    await secrets.claim()
    expect(await secrets.statuses()).toMatchObject([{ id: newKeys.id, apiKeys: 1 }])
  })

  test('a key that is lost for good can be given up with all that is sealed under it', async () => {
    await withKeys(oldKeys).secrets.claim()
    await makeAccount(withKeys(oldKeys).box)
    const { secrets } = withKeys(newKeys)
    await secrets.retire(oldKeys.id, true)
    await secrets.claim()
    expect(await secrets.statuses()).toMatchObject([
      { id: newKeys.id },
      { id: oldKeys.id, role: 'missing', sealedSecrets: 1 },
    ])
  })
})
