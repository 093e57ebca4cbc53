import { sql } from 'kysely'
import type { Selectable } from 'kysely'

import type { SigningSecrets } from '../../domain/webhook/webhook-delivery.ts'
import { MOST_EVENT_ENDPOINTS } from '../../domain/webhook/event-endpoint.ts'
import type { EndpointSettings, EventEndpoint } from '../../domain/webhook/event-endpoint.ts'
import type { DisabledBecause } from '../../domain/webhook/webhook-endpoint.ts'
import type { EventType } from '../../domain/webhook/webhook-event.ts'
import type { SecretBox } from '../../ports/process/secret-box.ts'
import type { EventEndpoints, NewEventEndpoint } from '../../ports/webhook/event-endpoints.ts'
import { lockAccount } from '../account/accounts.ts'
import type { Db } from '../database.ts'
import type { EventEndpoint as EndpointRow } from '../schema.ts'
import { HEALTH_COLUMNS, HEALTHY_COLUMNS, recordFailure } from './endpoint-health.ts'
import { HINT_CHARACTERS, signingSecrets } from './endpoint-secrets.ts'

const columns = [
  'id',
  'account_id',
  'url',
  'description',
  'types',
  'metadata',
  'paused',
  'secret',
  'secret_created_at',
  'previous_secret_until',
  'created_at',
  'updated_at',
  'failing_since',
  'disabled_at',
  'disabled_because',
] as const

/** Endpoints of accounts in PostgreSQL. Their secrets are stored encrypted. */
export function createEventEndpoints(db: Db, box: SecretBox): EventEndpoints {
  const toEndpoint = (row: Row | undefined) => (row ? endpointOf(row, box) : null)
  return {
    add: (endpoint) => insertEndpoint(db, box, endpoint).then(toEndpoint),

    async list(accountId) {
      const rows = await present(db, accountId).orderBy('created_at').orderBy('id').execute()
      return rows.map((row) => endpointOf(row, box))
    },

    find: (accountId, endpointId) =>
      present(db, accountId).where('id', '=', endpointId).executeTakeFirst().then(toEndpoint),

    update: (accountId, endpointId, changes) =>
      updateEndpoint(db, accountId, endpointId, changes).then(toEndpoint),

    delete: (accountId, endpointId) => deleteEndpoint(db, accountId, endpointId),

    rotateSecret: (accountId, endpointId, secret, overlapSeconds) =>
      replaceSecret(db, accountId, endpointId, {
        sealed: box.seal(secret, endpointSecretPurpose(endpointId)),
        overlapSeconds,
      }).then(toEndpoint),

    signingSecrets: (endpointId) => openSecrets(db, box, endpointId),

    /** An endpoint that works is not written to: this finds no row then. */
    async recordSuccess(endpointId, url) {
      await db
        .updateTable('event_endpoints')
        .set(HEALTHY_COLUMNS)
        .where('id', '=', endpointId)
        .where('url', '=', url)
        .where('failing_since', 'is not', null)
        .execute()
    },

    recordFailure: (endpointId, url, failure) => recordFailure(db, failure, failedRow(endpointId, url)),
  }
}

/** What the secret of an endpoint is sealed for. */
export function endpointSecretPurpose(endpointId: string): string {
  return `webhook secret of ${endpointId}`
}

type Row = Pick<Selectable<EndpointRow>, (typeof columns)[number]>

function present(db: Db, accountId: string) {
  return db
    .selectFrom('event_endpoints')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
}

function endpointOf(row: Row, box: SecretBox): EventEndpoint {
  const { previous_secret_until: previousUntil } = row
  return {
    id: row.id,
    accountId: row.account_id,
    url: row.url,
    description: row.description,
    types: row.types as EventType[],
    metadata: row.metadata as Record<string, string> | null,
    paused: row.paused,
    failingSince: row.failing_since,
    disabledAt: row.disabled_at,
    disabledBecause: row.disabled_because as DisabledBecause | null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    secret: {
      // Only a deleted endpoint has none.
      hint: box.open(row.secret!, endpointSecretPurpose(row.id)).slice(-HINT_CHARACTERS),
      createdAt: row.secret_created_at,
      previousValidUntil: previousUntil !== null && previousUntil > new Date() ? previousUntil : null,
    },
  }
}

/** Of two at the same moment, the second counts the first. */
async function insertEndpoint(db: Db, box: SecretBox, endpoint: NewEventEndpoint): Promise<Row | undefined> {
  const { id, accountId, secret, ...settings } = endpoint
  return db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, accountId)
    const { made } = await transaction
      .selectFrom('event_endpoints')
      .select(({ fn }) => fn.countAll<string>().as('made'))
      .where('account_id', '=', accountId)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (Number(made) >= MOST_EVENT_ENDPOINTS) return undefined
    return transaction
      .insertInto('event_endpoints')
      .values({
        id,
        account_id: accountId,
        url: settings.url,
        types: [...settings.types],
        secret: box.seal(secret, endpointSecretPurpose(id)),
        ...settingColumns(settings),
      })
      .returning(columns)
      .executeTakeFirstOrThrow()
  })
}

/** Only what is given. */
function settingColumns({ url, description, types, metadata, paused }: Partial<EndpointSettings>) {
  return {
    ...(url !== undefined && { url }),
    ...(description !== undefined && { description }),
    ...(types !== undefined && { types: [...types] }),
    ...(metadata !== undefined && { metadata: metadata === null ? null : JSON.stringify(metadata) }),
    ...(paused !== undefined && { paused }),
  }
}

async function updateEndpoint(
  db: Db,
  accountId: string,
  endpointId: string,
  changes: Partial<EndpointSettings>,
): Promise<Row | undefined> {
  const enables = changes.url !== undefined || changes.paused === false
  return db
    .updateTable('event_endpoints')
    .set({
      ...settingColumns(changes),
      updated_at: sql<Date>`clock_timestamp()`,
      ...(enables && HEALTHY_COLUMNS),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', endpointId)
    .where('deleted_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()
}

/** The run of a delivery that is under way finds it ended, or finds no secret. */
async function deleteEndpoint(db: Db, accountId: string, endpointId: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const deleted = await transaction
      .updateTable('event_endpoints')
      .set({
        deleted_at: sql<Date>`clock_timestamp()`,
        secret: null,
        previous_secret: null,
        previous_secret_until: null,
      })
      .where('account_id', '=', accountId)
      .where('id', '=', endpointId)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!deleted) return false
    await transaction
      .updateTable('webhook_events')
      .set({ status: 'no_destination', completed_at: sql<Date>`clock_timestamp()`, starts_at: null })
      .where('endpoint_id', '=', endpointId)
      .where('status', 'in', ['pending', 'endpoint_disabled'])
      .execute()
    return true
  })
}

/** Both secrets are sealed for one purpose, so the one becomes the other as it is. */
async function replaceSecret(
  db: Db,
  accountId: string,
  endpointId: string,
  { sealed, overlapSeconds }: { readonly sealed: Buffer; readonly overlapSeconds: number },
): Promise<Row | undefined> {
  const overlaps = overlapSeconds > 0
  return db
    .updateTable('event_endpoints')
    .set((eb) => ({
      secret: sealed,
      secret_created_at: sql<Date>`clock_timestamp()`,
      previous_secret: overlaps ? eb.ref('secret') : null,
      previous_secret_until: overlaps
        ? sql<Date>`clock_timestamp() + make_interval(secs => ${overlapSeconds})`
        : null,
    }))
    .where('account_id', '=', accountId)
    .where('id', '=', endpointId)
    .where('deleted_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()
}

async function openSecrets(db: Db, box: SecretBox, endpointId: string): Promise<SigningSecrets | null> {
  const row = await db
    .selectFrom('event_endpoints')
    .select(['secret', 'previous_secret'])
    .select(sql<boolean>`previous_secret_until > clock_timestamp()`.as('overlaps'))
    .where('id', '=', endpointId)
    .executeTakeFirst()
  if (!row?.secret) return null
  const { secret, previous_secret: previous, overlaps } = row
  return signingSecrets({ secret, previous, overlaps }, box, endpointSecretPurpose(endpointId))
}

/** The lock is one that what writes events for the endpoint does not wait for. */
function failedRow(endpointId: string, url: string): Parameters<typeof recordFailure>[2] {
  return {
    lock: (transaction) =>
      transaction
        .selectFrom('event_endpoints')
        .select(HEALTH_COLUMNS)
        .where('id', '=', endpointId)
        .where('url', '=', url)
        .where('deleted_at', 'is', null)
        .forNoKeyUpdate()
        .executeTakeFirst(),
    write: (transaction, columns) =>
      transaction.updateTable('event_endpoints').set(columns).where('id', '=', endpointId).execute(),
  }
}
