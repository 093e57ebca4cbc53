import { sql } from 'kysely'

import type { SigningSecrets } from '../../domain/webhook/webhook-delivery.ts'
import type { DisabledBecause, WebhookEndpoint } from '../../domain/webhook/webhook-endpoint.ts'
import type { SecretBox } from '../../ports/process/secret-box.ts'
import type { WebhookEndpoints } from '../../ports/webhook/webhook-endpoints.ts'
import { webhookSecretPurpose } from '../account/accounts.ts'
import type { Db } from '../database.ts'
import { HEALTH_COLUMNS, HEALTHY_COLUMNS, recordFailure } from './endpoint-health.ts'
import { HINT_CHARACTERS, signingSecrets } from './endpoint-secrets.ts'

/** Webhooks of accounts in PostgreSQL. Their secrets are stored encrypted. */
export function createWebhookEndpoints(db: Db, secrets: SecretBox): WebhookEndpoints {
  const find = (accountId: string) => findEndpoint(db, secrets, accountId)
  return {
    find,

    async set(accountId, url) {
      const now = sql<Date>`clock_timestamp()`
      await db
        .insertInto('webhook_endpoints')
        .values({ account_id: accountId, url })
        .onConflict((conflict) =>
          conflict.column('account_id').doUpdateSet({ url, updated_at: now, ...HEALTHY_COLUMNS }),
        )
        .execute()
      return find(accountId)
    },

    async remove(accountId) {
      await db.deleteFrom('webhook_endpoints').where('account_id', '=', accountId).execute()
      return find(accountId)
    },

    /** A webhook that works is not written to: this finds no row then. */
    async recordSuccess(accountId, url) {
      await db
        .updateTable('webhook_endpoints')
        .set(HEALTHY_COLUMNS)
        .where('account_id', '=', accountId)
        .where('url', '=', url)
        .where('failing_since', 'is not', null)
        .execute()
    },

    recordFailure: (accountId, url, failure) => recordFailure(db, failure, failedRow(accountId, url)),
    signingSecrets: (accountId) => openSecrets(db, secrets, accountId),

    async rotateSecret(accountId, secret, overlapSeconds) {
      await replaceSecret(
        db,
        accountId,
        secrets.seal(secret, webhookSecretPurpose(accountId)),
        overlapSeconds,
      )
      return find(accountId)
    },
  }
}

async function findEndpoint(db: Db, secrets: SecretBox, accountId: string): Promise<WebhookEndpoint> {
  const row = await db
    .selectFrom('accounts as a')
    .leftJoin('webhook_endpoints as e', 'e.account_id', 'a.id')
    .select([
      'e.url',
      'e.created_at',
      'e.updated_at',
      'e.failing_since',
      'e.disabled_at',
      'e.disabled_because',
      'a.webhook_secret',
      'a.webhook_secret_created_at',
      previousUntil.as('previous_until'),
    ])
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow()
  const secret = secrets.open(row.webhook_secret, webhookSecretPurpose(accountId))
  return {
    url: row.url,
    failingSince: row.failing_since,
    disabledAt: row.disabled_at,
    disabledBecause: row.disabled_because as DisabledBecause | null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    secret: {
      hint: secret.slice(-HINT_CHARACTERS),
      createdAt: row.webhook_secret_created_at,
      previousValidUntil: row.previous_until,
    },
  }
}

/** Null when the secret before signs no more, though it may still be in its row. */
const previousUntil = sql<Date | null>`
  case when a.previous_webhook_secret_until > clock_timestamp() then a.previous_webhook_secret_until end`

async function openSecrets(db: Db, secrets: SecretBox, accountId: string): Promise<SigningSecrets> {
  const row = await db
    .selectFrom('accounts as a')
    .select(['a.webhook_secret', 'a.previous_webhook_secret', previousUntil.as('previous_until')])
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { webhook_secret: secret, previous_webhook_secret: previous, previous_until: until } = row
  return signingSecrets(
    { secret, previous, overlaps: until !== null },
    secrets,
    webhookSecretPurpose(accountId),
  )
}

/** Both are sealed for one purpose, so the one becomes the other as it is. */
async function replaceSecret(
  db: Db,
  accountId: string,
  sealed: Buffer,
  overlapSeconds: number,
): Promise<void> {
  const overlaps = overlapSeconds > 0
  await db
    .updateTable('accounts')
    .set((eb) => ({
      webhook_secret: sealed,
      webhook_secret_created_at: sql`clock_timestamp()`,
      previous_webhook_secret: overlaps ? eb.ref('webhook_secret') : null,
      previous_webhook_secret_until: overlaps
        ? sql<Date>`clock_timestamp() + make_interval(secs => ${overlapSeconds})`
        : null,
    }))
    .where('id', '=', accountId)
    .execute()
}

function failedRow(accountId: string, url: string): Parameters<typeof recordFailure>[2] {
  return {
    lock: (transaction) =>
      transaction
        .selectFrom('webhook_endpoints')
        .select(HEALTH_COLUMNS)
        .where('account_id', '=', accountId)
        .where('url', '=', url)
        .forUpdate()
        .executeTakeFirst(),
    write: (transaction, columns) =>
      transaction.updateTable('webhook_endpoints').set(columns).where('account_id', '=', accountId).execute(),
  }
}
