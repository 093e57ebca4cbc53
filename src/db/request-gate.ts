import { sql } from 'kysely'

import { RATE_LIMIT_WINDOW_SECONDS, RECORDING_REQUESTS_PER_MINUTE } from '../domain/rate-limit.ts'
import type { KeyStanding, RateLimitBucket, RateLimitQuotas } from '../domain/rate-limit.ts'
import type { RequestGate } from '../ports/request-gate.ts'
import type { Db } from './database.ts'

/** The hashes and limits for checking API keys. */
export interface RequestGateOptions {
  /** HMAC-SHA-256 of a key under the pepper of the newest master key: 32 bytes. */
  hash(key: string): Buffer
  /** The same under those of older master keys. */
  olderHashes(key: string): readonly Buffer[]
  /** Id of the newest master key. */
  readonly masterKeyId: string
  readonly quotas: RateLimitQuotas
}

/**
 * API keys and their rate limits in PostgreSQL. They are read on every request, so that a revocation takes effect with
 * the next one. The limits are exact in every window, and shared by all API processes.
 */
export function createRequestGate(db: Db, options: RequestGateOptions): RequestGate {
  const { masterKeyId, quotas } = options
  return {
    async admit(key) {
      const hash = options.hash(key)
      const owner = await admitRequest(db, [hash, ...options.olderHashes(key)], quotas.requests)
      if (!owner) return null
      const isOutdated = owner.master_key_id !== masterKeyId
      if ((owner.stale_use || isOutdated) && !owner.revoked) {
        await noteUse(db, owner.key_id, { hash, masterKeyId })
      }
      return {
        keyId: owner.key_id,
        account: {
          id: owner.account_id,
          name: owner.name,
          email: owner.email,
          planId: owner.plan_id,
          createdAt: owner.created_at,
        },
        requests: owner.revoked ? null : { bucket: 'requests', limit: quotas.requests, ...toStanding(owner) },
      }
    },
    async take(keyId, bucket) {
      const { rows } = await sql<LimitRow>`
        select was_full, remaining, seconds_to_next_place from hit_rate_limits(${keyId}, array[${bucket}],
          array[${quotas[bucket]}::integer], make_interval(secs => ${RATE_LIMIT_WINDOW_SECONDS}))`.execute(db)
      return { bucket, limit: quotas[bucket], ...toStanding(rows[0]!) }
    },
    admitRecording: (recordingId) => admitRecording(db, recordingId),
    standings: (accountId) => readStandings(db, accountId, quotas),
  }
}

/** A link is limited like a key, by a limit of its own. */
async function admitRecording(db: Db, recordingId: string): Promise<number | null> {
  const { rows } = await sql<{ was_full: boolean; seconds_to_next_place: number | null }>`
    select was_full, seconds_to_next_place from hit_rate_limits(${recordingId}, array['recording'],
      array[${RECORDING_REQUESTS_PER_MINUTE}::integer], make_interval(secs => ${RATE_LIMIT_WINDOW_SECONDS}))`.execute(
    db,
  )
  const [limit] = rows
  return limit?.was_full ? (wholeSeconds(limit.seconds_to_next_place) ?? 1) : null
}

/** How a key stands with one limit; null, all of it, when the key is revoked. */
interface LimitRow {
  readonly was_full: boolean
  readonly remaining: number
  readonly seconds_to_next_place: number | null
}

interface AdmissionRow extends LimitRow {
  readonly key_id: string
  readonly master_key_id: string
  readonly revoked: boolean
  readonly stale_use: boolean
  readonly account_id: string
  readonly name: string
  readonly email: string
  readonly plan_id: string
  readonly created_at: Date
}

/**
 * Key and limit in one round trip. A revoked key is not counted.
 *
 * The hashes are a list, not an array: an array would have the server plan the statement at every call.
 */
async function admitRequest(
  db: Db,
  hashes: readonly Buffer[],
  limit: number,
): Promise<AdmissionRow | undefined> {
  const { rows } = await sql<AdmissionRow>`
    select k.id as key_id, k.master_key_id, coalesce(k.revoked_at <= clock_timestamp(), false) as revoked,
      -- Noted once a minute: a write on every request would cost more than the request.
      coalesce(k.last_used_at < clock_timestamp() - interval '1 minute', true) as stale_use,
      a.id as account_id, a.name, a.email, a.plan_id, a.created_at,
      h.was_full, h.remaining, h.seconds_to_next_place
    from api_keys k
    join accounts a on a.id = k.account_id
    left join lateral hit_rate_limits(
      k.id,
      case when k.revoked_at is null or k.revoked_at > clock_timestamp() then array['requests'] else '{}' end,
      array[${limit}::integer],
      make_interval(secs => ${RATE_LIMIT_WINDOW_SECONDS})
    ) h on true
    where k.hash in (${sql.join(hashes)})`.execute(db)
  return rows[0]
}

/** The same figures as `hit_rate_limits` gives, without a place taken: nobody waits for whoever only looks. */
async function readStandings(db: Db, accountId: string, quotas: RateLimitQuotas): Promise<KeyStanding[]> {
  const buckets = Object.keys(quotas) as RateLimitBucket[]
  const limits = buckets.map((bucket) => quotas[bucket])
  const { rows } = await sql<StandingRow>`
    select k.id as key_id, b.bucket, b."limit", greatest(b."limit" - cardinality(h.in_window), 0) as remaining,
      extract(epoch from h.in_window[greatest(cardinality(h.in_window) - b."limit" + 1, 1)] + w.length - w.ends_at)
        ::double precision as seconds_to_next_place
    from api_keys k
    cross join unnest(${buckets}::text[], ${limits}::integer[]) as b(bucket, "limit")
    cross join (
      select clock_timestamp() as ends_at, make_interval(secs => ${RATE_LIMIT_WINDOW_SECONDS}) as length
    ) as w
    left join rate_limits r on r.caller_id = k.id and r.bucket = b.bucket
    cross join lateral (
      select coalesce(r.hits[width_bucket(w.ends_at - w.length, r.hits) + 1:], '{}') as in_window
    ) as h
    where k.account_id = ${accountId} and (k.revoked_at is null or k.revoked_at > w.ends_at)
    order by k.created_at desc, k.id, b.bucket desc`.execute(db)
  return rows.map((row) => ({
    keyId: row.key_id,
    bucket: row.bucket,
    limit: row.limit,
    remaining: row.remaining,
    secondsToNextPlace: wholeSeconds(row.seconds_to_next_place),
  }))
}

interface StandingRow {
  readonly key_id: string
  readonly bucket: RateLimitBucket
  readonly limit: number
  readonly remaining: number
  readonly seconds_to_next_place: number | null
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

function toStanding(row: LimitRow) {
  return {
    remaining: row.remaining,
    wasFull: row.was_full,
    secondsToNextPlace: wholeSeconds(row.seconds_to_next_place),
  }
}

/** Rounded up: whoever waits as told never comes too early. */
function wholeSeconds(seconds: number | null): number | null {
  return seconds === null ? null : Math.max(1, Math.ceil(seconds))
}
