import { sql } from 'kysely'

import {
  INVITATION_WINDOW_SECONDS,
  KEYS_OF_AN_ACCOUNT,
  PEOPLE_OF_AN_ACCOUNT,
  RATE_LIMIT_WINDOW_SECONDS,
  RECORDING_REQUESTS_PER_MINUTE,
} from '../../domain/account/rate-limit.ts'
import type { KeyScope } from '../../domain/account/key-scope.ts'
import type {
  KeyRateLimit,
  LimitedCaller,
  PersonBucket,
  PersonQuotas,
  RateLimit,
  RateLimitBucket,
  RateLimitQuotas,
} from '../../domain/account/rate-limit.ts'
import type { RequestGate } from '../../ports/account/request-gate.ts'
import type { Db } from '../database.ts'
import { hitRateLimits, toRateLimits, wholeSeconds } from '../rate-limits.ts'
import type { LimitRow } from '../rate-limits.ts'
import { toVideo, videoColumns } from '../video/video-rows.ts'
import type { VideoColumns } from '../video/video-rows.ts'

/** The hashes and limits for checking API keys. */
export interface RequestGateOptions {
  /** HMAC-SHA-256 of a key under the pepper of the newest master key: 32 bytes. */
  hash(key: string): Buffer
  /** The same under those of older master keys. */
  olderHashes(key: string): readonly Buffer[]
  /** Id of the newest master key. */
  readonly masterKeyId: string
  /** The limits of each key. */
  readonly quotas: RateLimitQuotas
  readonly personQuotas: PersonQuotas
}

/**
 * API keys and their rate limits in PostgreSQL. They are read on every request, so that a revocation takes effect with
 * the next one. The limits are exact in every window, and shared by all API processes.
 */
export function createRequestGate(db: Db, options: RequestGateOptions): RequestGate {
  const { masterKeyId, quotas } = options
  return {
    async admit(key, { network, videoId }) {
      const hash = options.hash(key)
      const hashes = [hash, ...options.olderHashes(key)]
      const rows = await admitRequest(db, hashes, quotas.requests, videoId)
      const [owner] = rows
      if (!owner) return null
      const isOutdated = owner.master_key_id !== masterKeyId
      if ((owner.stale_use || isOutdated) && owner.ended === null) {
        await noteUse(db, owner.key_id, { hash, masterKeyId, network })
      }
      const { key_id: keyId, owner_id: accountId } = owner
      return {
        keyId,
        scopes: owner.scopes,
        webhookUrl: owner.key_webhook_url,
        expiresAt: owner.expires_at,
        account: {
          id: accountId,
          name: owner.name,
          email: owner.email,
          planId: owner.plan_id,
          createdAt: owner.owner_created_at,
          testOf: owner.test_of,
        },
        video: owner.id === null ? null : toVideo(owner),
        requests: owner.ended ?? toRateLimits(limitsOfKey({ keyId, accountId }, 'requests', quotas), rows),
      }
    },
    admitPerson: (personId) => take(db, [limitOfPerson(personId, 'requests', options.personQuotas)]),
    place(caller, bucket) {
      const limits = limitsOf(caller, bucket, options)
      return limits && { limits }
    },
    take: ({ limits }) => take(db, limits),
    admitRecording: (recordingId) => admitRecording(db, recordingId),
    rateLimits: (accountId) => readKeyRateLimits(db, accountId, quotas),
  }
}

async function take(db: Db, limits: readonly RateLimit[]) {
  const { rows } = await hitRateLimits(limits).execute(db)
  return toRateLimits(limits, rows)
}

/** Which limits a request counts against: first that of whoever sends it. Null: nothing limits it. */
function limitsOf(
  caller: LimitedCaller,
  bucket: Exclude<PersonBucket, 'requests'>,
  { quotas, personQuotas }: RequestGateOptions,
): RateLimit[] | null {
  if (caller.kind === 'key') {
    return bucket === 'creates' ? limitsOfKey(caller, bucket, quotas) : null
  }
  const own = limitOfPerson(caller.personId, bucket, personQuotas)
  const limit = own.limit * PEOPLE_OF_AN_ACCOUNT
  return [own, { ...own, callerId: `${caller.accountId}:people`, party: 'people', limit }]
}

function limitOfPerson(personId: string, bucket: PersonBucket, quotas: PersonQuotas): RateLimit {
  const windowSeconds = bucket === 'invitations' ? INVITATION_WINDOW_SECONDS : RATE_LIMIT_WINDOW_SECONDS
  return { callerId: personId, party: 'person', bucket, limit: quotas[bucket], windowSeconds }
}

function limitsOfKey(
  { keyId, accountId }: { keyId: string; accountId: string },
  bucket: RateLimitBucket,
  quotas: RateLimitQuotas,
): RateLimit[] {
  const of = { bucket, windowSeconds: RATE_LIMIT_WINDOW_SECONDS }
  return [
    { ...of, callerId: keyId, party: 'key', limit: quotas[bucket] },
    { ...of, callerId: accountId, party: 'account', limit: quotas[bucket] * KEYS_OF_AN_ACCOUNT },
  ]
}

/** A link is limited like a key, by a limit of its own. */
async function admitRecording(db: Db, recordingId: string): Promise<number | null> {
  const limit = RECORDING_REQUESTS_PER_MINUTE
  const counted = { callerId: recordingId, limit, windowSeconds: RATE_LIMIT_WINDOW_SECONDS }
  const { rows } = await hitRateLimits([{ ...counted, bucket: 'recording' }]).execute(db)
  const [row] = rows
  return row?.was_full ? (wholeSeconds(row.seconds_to_next_place) ?? 1) : null
}

interface KeyRow extends LimitRow {
  readonly key_id: string
  readonly master_key_id: string
  readonly scopes: KeyScope[] | null
  readonly key_webhook_url: string | null
  readonly expires_at: Date | null
  readonly ended: 'revoked' | 'expired' | null
  readonly stale_use: boolean
  readonly owner_id: string
  readonly name: string
  readonly email: string
  readonly plan_id: string
  readonly owner_created_at: Date
  readonly test_of: string | null
}

/** The columns of the video are null when there is none. */
type AdmissionRow = KeyRow & (VideoColumns | { readonly id: null })

const VIDEO_COLUMNS = sql.raw(videoColumns.map((column) => `v.${column}`).join(', '))

/**
 * Key, limits and a video in one round trip: a row for the limit of the key and one for that of its account, or a single
 * one for a key that works no more, which is not counted.
 *
 * The hashes are a list, not an array: an array would have the server plan the statement at every call.
 */
async function admitRequest(
  db: Db,
  hashes: readonly Buffer[],
  limit: number,
  videoId: string | undefined,
): Promise<AdmissionRow[]> {
  const [video, itsTable] =
    videoId === undefined
      ? [sql`null as id`, sql``]
      : [
          VIDEO_COLUMNS,
          sql`left join videos v on v.id = ${videoId} and v.account_id = a.id and v.deleted_at is null`,
        ]
  const { rows } = await sql<AdmissionRow>`
    select k.id as key_id, k.master_key_id, k.scopes, k.webhook_url as key_webhook_url, k.expires_at,
      case when k.revoked_at <= clock_timestamp() then 'revoked'
        when k.expires_at <= clock_timestamp() then 'expired' end as ended,
      -- Noted once a minute: a write on every request would cost more than the request.
      coalesce(k.last_used_at < clock_timestamp() - interval '1 minute', true) as stale_use,
      a.id as owner_id, a.name, a.email, a.plan_id, a.created_at as owner_created_at, a.test_of,
      h.was_full, h.remaining, h.seconds_to_next_place, ${video}
    from api_keys k
    join accounts a on a.id = k.account_id
    left join lateral hit_rate_limits(
      array[k.id, a.id],
      case when k.works_until > clock_timestamp() then array['requests', 'requests']
        else '{}' end,
      array[${limit}::integer, ${limit * KEYS_OF_AN_ACCOUNT}::integer],
      array[${RATE_LIMIT_WINDOW_SECONDS}::integer, ${RATE_LIMIT_WINDOW_SECONDS}::integer]
    ) with ordinality as h(bucket, was_full, remaining, seconds_to_next_place, place) on true
    ${itsTable}
    where k.hash in (${sql.join(hashes)})
    order by h.place`.execute(db)
  return rows
}

/** The same figures as `hit_rate_limits` gives, without a place taken: nobody waits for whoever only looks. */
async function readKeyRateLimits(
  db: Db,
  accountId: string,
  quotas: RateLimitQuotas,
): Promise<KeyRateLimit[]> {
  const buckets = Object.keys(quotas) as RateLimitBucket[]
  const limits = buckets.map((bucket) => quotas[bucket])
  const { rows } = await sql<RateLimitRow>`
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
    where k.account_id = ${accountId} and k.works_until > w.ends_at
    order by k.created_at desc, k.id, b.bucket desc`.execute(db)
  return rows.map((row) => ({
    keyId: row.key_id,
    bucket: row.bucket,
    limit: row.limit,
    remaining: row.remaining,
    secondsToNextPlace: wholeSeconds(row.seconds_to_next_place),
  }))
}

interface RateLimitRow {
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
  { hash, masterKeyId, network }: { hash: Buffer; masterKeyId: string; network: string | null },
): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: sql`clock_timestamp()`, last_used_from: network, hash, master_key_id: masterKeyId })
    .where('id', '=', keyId)
    .execute()
}
