import { timingSafeEqual } from 'node:crypto'

import { sql } from 'kysely'

import type { Discrepancy } from '../../domain/billing/ledger.ts'
import type { ConsentEvidence, KeptConsent } from '../../domain/twin/twin-consent.ts'
import type { TwinActor, TwinEventKind } from '../../domain/twin/twin-event.ts'
import type { SecretBox } from '../../ports/process/secret-box.ts'
import type { TwinRecords } from '../../ports/twin/twin-records.ts'
import type { Db } from '../database.ts'
import { digestOf, evidenceKeys, sealingKey, sealOf } from './consent-seals.ts'
import type { EvidenceKey } from './consent-seals.ts'
import { forgetName, forgetUnusedWords } from './forget-words.ts'
import { noteEvent } from './note-event.ts'
import { createTwinUse, lockAccount } from './twin-use.ts'

/** Consents and events of twins in PostgreSQL: what is written stays as it is. */
export function createTwinRecords(db: Db, box: SecretBox): TwinRecords {
  return {
    async consent(evidence, mostBuildsToday) {
      const key = await sealingKey(db, box)
      return db.transaction().execute(async (transaction) => {
        // Consents of one account are written one after the other: each is chained to the one before it.
        await lockAccount(transaction, evidence.accountId)
        const { buildsToday } = await createTwinUse(transaction).of(evidence.accountId)
        if (buildsToday >= mostBuildsToday) return 'too many today'
        if (!(await areAccepted(transaction, evidence))) return 'ended'
        return (await writeConsent(transaction, key, evidence)) ? 'given' : 'ended'
      })
    },

    async consents(twinId) {
      const keys = await evidenceKeys(db, box)
      const { rows } = await chained(
        db,
        sql`and account_id = (select t.account_id from twins t where t.id = ${twinId})`,
      )
      const ids = new Set(await withRenewals(db, twinId))
      const own = rows.filter((row) => ids.has(row.twin_id)).toReversed()
      return own.filter(hasEvidence).map((row) => toConsent(row, keys))
    },

    forgetConsents: (months, limit) =>
      db.transaction().execute((transaction) => forgetConsents(transaction, months, limit)),

    note: (twinId, kind, who, details = {}) => noteEvent(db, twinId, kind, who, details),

    async countToday(twinId, kinds) {
      const { count } = await db
        .selectFrom('twin_events')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('twin_id', '=', twinId)
        .where('kind', 'in', [...kinds])
        .where('created_at', '>=', sql<Date>`date_trunc('day', statement_timestamp(), 'UTC')`)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    forgetWords: (limit) => forgetUnusedWords(db, limit),

    async events(twinId) {
      const rows = await db
        .selectFrom('twin_events')
        .select(['kind', 'actor', 'person_id', 'details', 'created_at'])
        .where('twin_id', 'in', await withRenewals(db, twinId))
        .orderBy('id')
        .execute()
      return rows.map((row) => ({
        kind: row.kind as TwinEventKind,
        actor: row.actor as TwinActor,
        personId: row.person_id,
        details: row.details as Record<string, unknown>,
        at: row.created_at,
      }))
    },
  }
}

/** What happened to a twin was written down for its renewals, too, while they were built. */
async function withRenewals(db: Db, twinId: string): Promise<string[]> {
  const renewals = await db.selectFrom('twins').select('id').where('renews_id', '=', twinId).execute()
  return [twinId, ...renewals.map(({ id }) => id)]
}

/** Consents that were changed, taken out or put in between: each has to follow from the one before it. */
export async function auditConsents(db: Db, box: SecretBox): Promise<Discrepancy[]> {
  const keys = await evidenceKeys(db, box)
  const { rows } = await chained(db, sql``)
  const changed = rows.flatMap((row) => {
    const about = { accountId: row.account_id, videoId: null }
    const counted = Number(row.counted)
    const numbers = { rule: 'consents are numbered without gaps', expected: counted, found: row.number }
    const seal = { rule: `consent ${row.id} is as it was given`, expected: 1, found: 0 }
    return [
      ...(row.number === counted ? [] : [{ ...about, ...numbers }]),
      ...(isIntact(row, keys) ? [] : [{ ...about, ...seal }]),
    ]
  })
  return [...changed, ...(await missingConsents(db)), ...(await emptiedConsents(db))]
}

/** What housekeeping forgets it writes down; what somebody else has emptied is told by that. */
async function emptiedConsents(db: Db): Promise<Discrepancy[]> {
  const { rows } = await sql<{ id: string; account_id: string }>`
    select c.id, c.account_id from twin_consents c
    where c.forgotten_at is not null and not exists (select from twin_events e
      where e.twin_id = c.twin_id and e.kind = 'consent_forgotten' and e.details ->> 'consent_id' = c.id)
    order by c.account_id, c.number`.execute(db)
  return rows.map(({ id, account_id: accountId }) => {
    const rule = `consent ${id} was forgotten by housekeeping`
    return { accountId, videoId: null, rule, expected: 1, found: 0 }
  })
}

/** The newest consents of an account leave no gap when they are taken out, but what happened was written down too. */
async function missingConsents(db: Db): Promise<Discrepancy[]> {
  const { rows } = await sql<{ account_id: string; expected: number; found: number }>`
    select e.account_id, count(*)::int as expected, count(c.id)::int as found
    from twin_events e left join twin_consents c on c.id = e.details ->> 'consent_id' and c.account_id = e.account_id
    where e.kind = 'consent_given' group by e.account_id having count(*) <> count(c.id)
    order by e.account_id`.execute(db)
  const rule = 'every consent that was given is there'
  return rows.map(({ account_id: accountId, ...figures }) => ({ accountId, videoId: null, rule, ...figures }))
}

interface ConsentRow {
  readonly id: string
  readonly account_id: string
  readonly twin_id: string
  readonly number: number
  readonly counted: string
  /** Null when it was forgotten. */
  readonly evidence: string | null
  readonly digest: Buffer
  readonly previous: Buffer | null
  readonly seal: Buffer
  readonly key_id: string
  readonly given_at: Date
}

/** Consents in their order, each with the digest of the one before it. */
function chained(db: Db, which: ReturnType<typeof sql>) {
  return sql<ConsentRow>`
    select id, account_id, twin_id, number, evidence, digest, seal, key_id, given_at,
      row_number() over w as counted, lag(digest) over w as previous
    from twin_consents where true ${which}
    window w as (partition by account_id order by number) order by account_id, number`.execute(db)
}

type FullRow = ConsentRow & { readonly evidence: string }

function hasEvidence(row: ConsentRow): row is FullRow {
  return row.evidence !== null
}

function toConsent(row: FullRow, keys: ReadonlyMap<string, Buffer>): KeptConsent {
  return {
    id: row.id,
    twinId: row.twin_id,
    evidence: JSON.parse(row.evidence) as ConsentEvidence,
    givenAt: row.given_at,
    isIntact: isIntact(row, keys),
  }
}

/** One whose key is lost cannot be shown to be intact; of one that was forgotten, its digest can. */
function isIntact(row: ConsentRow, keys: ReadonlyMap<string, Buffer>): boolean {
  const key = keys.get(row.key_id)
  const digest = hasEvidence(row) ? digestOf(row.previous, row.evidence) : row.digest
  return (
    key !== undefined && timingSafeEqual(digest, row.digest) && timingSafeEqual(sealOf(key, digest), row.seal)
  )
}

async function forgetConsents(db: Db, months: number, limit: number): Promise<number> {
  const { rows } = await sql<{ id: string; twin_id: string; recording_id: string }>`
    select c.id, c.twin_id, c.recording_id
    from twin_consents c join twins t on t.id = c.twin_id,
      lateral (select statement_timestamp() - make_interval(months => ${months}) as before) k
    where c.forgotten_at is null and c.given_at < k.before
      and least((c.evidence::jsonb ->> 'expiresAt')::timestamptz, t.withdrawn_at) < k.before
    order by c.given_at limit ${limit}`.execute(db)
  for (const { id, twin_id: twinId, recording_id: recordingId } of rows) {
    const forgotten = { evidence: null, forgotten_at: sql<Date>`clock_timestamp()` }
    await db.updateTable('twin_consents').set(forgotten).where('id', '=', id).execute()
    // The statement that was shown has the person's name in it.
    await db.deleteFrom('twin_passcodes').where('recording_id', '=', recordingId).execute()
    const service = { actor: 'service', personId: null } as const
    await noteEvent(db, twinId, 'consent_forgotten', service, { consent_id: id })
    await forgetName(db, twinId)
  }
  return rows.length
}

/** Whether each of its takes is still that of its part. Whoever replaces one locks the account, as is done here. */
async function areAccepted(db: Db, { recordingId, takes }: ConsentEvidence): Promise<boolean> {
  if (takes.length === 0) return true
  const accepted = await db
    .selectFrom('twin_takes')
    .select('id')
    .where('recording_id', '=', recordingId)
    .where('status', '=', 'accepted')
    .where('forgotten_at', 'is', null)
    .where(
      'id',
      'in',
      takes.map(({ id }) => id),
    )
    .execute()
  return accepted.length === takes.length
}

async function writeConsent(db: Db, key: EvidenceKey, evidence: ConsentEvidence): Promise<boolean> {
  const { accountId, twinId, recordingId, personId, consentId } = evidence
  const ended = await db
    .updateTable('twin_recordings')
    .set({ ended_at: sql`clock_timestamp()` })
    .where('id', '=', recordingId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  const sent = await db
    .updateTable('twins')
    .set({ state: 'building', progress: 0, failure: null, expires_at: new Date(evidence.expiresAt) })
    .where('id', '=', twinId)
    .where('state', 'in', ['recording', 'failed'])
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!ended || !sent) return false
  const last = await db
    .selectFrom('twin_consents')
    .select(['number', 'digest'])
    .where('account_id', '=', accountId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const text = JSON.stringify(evidence)
  const digest = digestOf(last?.digest ?? null, text)
  await db
    .insertInto('twin_consents')
    .values({
      id: consentId,
      account_id: accountId,
      twin_id: twinId,
      recording_id: recordingId,
      number: (last?.number ?? 0) + 1,
      evidence: text,
      digest,
      seal: sealOf(key.bytes, digest),
      key_id: key.id,
    })
    .execute()
  await noteEvent(db, twinId, 'consent_given', { actor: 'subject', personId }, { consent_id: consentId })
  return true
}
