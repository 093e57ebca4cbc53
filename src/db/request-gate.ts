import { sql } from 'kysely'

import { RATE_LIMIT_WINDOW_SECONDS, RECORDING_REQUESTS_PER_MINUTE } from '../domain/rate-limit.ts'
import type { KeyStanding, RateLimitBucket, RateLimitQuotas } from '../domain/rate-limit.ts'
import type { RequestGate } from '../ports/request-gate.ts'
import type { Db } from './database.ts'
import { hitRateLimit, toStanding, wholeSeconds } from './rate-limits.ts'
import type { LimitRow } from './rate-limits.ts'
import { toVideo, videoColumns } from './video-rows.ts'
import type { VideoColumns } from './video-rows.ts'

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
    async admit(key, videoId) {
      const hash = options.hash(key)
      const hashes = [hash, ...options.olderHashes(key)]
      const owner = await admitRequest(db, hashes, quotas.requests, videoId)
      if (!owner) return null
      const isOutdated = owner.master_key_id !== masterKeyId
      if ((owner.stale_use || isOutdated) && !owner.revoked) {
        await noteUse(db, owner.key_id, { hash, masterKeyId })
      }
      return {
        keyId: owner.key_id,
        account: {
          id: owner.owner_id,
          name: owner.name,
          email: owner.email,
          planId: owner.plan_id,
          createdAt: owner.owner_created_at,
        },
        video: owner.id === null ? null : toVideo(owner),
        requests: owner.revoked ? null : toStanding({ bucket: 'requests', limit: quotas.requests }, owner),
      }
    },
    place: (keyId, bucket) => ({ keyId, bucket, limit: quotas[bucket] }),
    async take(place) {
      const { rows } = await hitRateLimit(place).execute(db)
      return toStanding(place, rows[0]!)
    },
    admitRecording: (recordingId) => admitRecording(db, recordingId),
    standings: (accountId) => readStandings(db, accountId, quotas),
  }
}

/** A link is limited like a key, by a limit of its own. */
async function admitRecording(db: Db, recordingId: string): Promise<number | null> {
  const place = { keyId: recordingId, bucket: 'recording', limit: RECORDING_REQUESTS_PER_MINUTE }
  const { rows } = await hitRateLimit(place).execute(db)
  const [limit] = rows
  return limit?.was_full ? (wholeSeconds(limit.seconds_to_next_place) ?? 1) : null
}

interface KeyRow extends LimitRow {
  readonly key_id: string
  readonly master_key_id: string
  readonly revoked: boolean
  readonly stale_use: boolean
  readonly owner_id: string
  readonly name: string
  readonly email: string
  readonly plan_id: string
  readonly owner_created_at: Date
}

/** The columns of the video are null when there is none. */
type AdmissionRow = KeyRow & (VideoColumns | { readonly id: null })

const VIDEO_COLUMNS = sql.raw(videoColumns.map((column) => `v.${column}`).join(', '))

/**
 * Key, limit and a video in one round trip. A revoked key is not counted.
 *
 * The hashes are a list, not an array: an array would have the server plan the statement at every call.
 */
async function admitRequest(
  db: Db,
  hashes: readonly Buffer[],
  limit: number,
  videoId: string | undefined,
): Promise<AdmissionRow | undefined> {
  const [video, itsTable] =
    videoId === undefined
      ? [sql`null as id`, sql``]
      : [
          VIDEO_COLUMNS,
          sql`left join videos v on v.id = ${videoId} and v.account_id = a.id and v.deleted_at is null`,
        ]
  const { rows } = await sql<AdmissionRow>`
    select k.id as key_id, k.master_key_id, coalesce(k.revoked_at <= clock_timestamp(), false) as revoked,
      -- Noted once a minute: a write on every request would cost more than the request.
      coalesce(k.last_used_at < clock_timestamp() - interval '1 minute', true) as stale_use,
      a.id as owner_id, a.name, a.email, a.plan_id, a.created_at as owner_created_at,
      h.was_full, h.remaining, h.seconds_to_next_place, ${video}
    from api_keys k
    join accounts a on a.id = k.account_id
    left join lateral hit_rate_limits(
      k.id,
      case when k.revoked_at is null or k.revoked_at > clock_timestamp() then array['requests'] else '{}' end,
      array[${limit}::integer],
      make_interval(secs => ${RATE_LIMIT_WINDOW_SECONDS})
    ) h on true
    ${itsTable}
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
