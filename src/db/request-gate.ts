import { sql } from 'kysely'

import { RATE_LIMIT_WINDOW_SECONDS } from '../domain/rate-limit.ts'
import type { RateLimitBucket, RateLimitQuotas } from '../domain/rate-limit.ts'
import type { RequestGate } from '../ports.ts'
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
    async admit(key, buckets) {
      const hash = options.hash(key)
      const rows = await admitRequest(db, [hash, ...options.olderHashes(key)], buckets, quotas)
      const [owner] = rows
      if (!owner) return null
      const isOutdated = owner.master_key_id !== masterKeyId
      if ((owner.stale_use || isOutdated) && !owner.revoked) {
        await noteUse(db, owner.key_id, { hash, masterKeyId })
      }
      return {
        account: {
          id: owner.account_id,
          name: owner.name,
          email: owner.email,
          planId: owner.plan_id,
          createdAt: owner.created_at,
        },
        revoked: owner.revoked,
        standings: buckets.flatMap((bucket) =>
          rows
            .filter((row) => row.bucket === bucket)
            .map((row) => ({ bucket, limit: quotas[bucket], ...toStanding(row) })),
        ),
      }
    },
  }
}

interface AdmissionRow {
  readonly key_id: string
  readonly master_key_id: string
  readonly revoked: boolean
  readonly stale_use: boolean
  readonly account_id: string
  readonly name: string
  readonly email: string
  readonly plan_id: string
  readonly created_at: Date
  /** Null, like all that follows, when the key is revoked. */
  readonly bucket: RateLimitBucket | null
  readonly was_full: boolean
  readonly remaining: number
  readonly seconds_to_next_place: number | null
}

/**
 * Key and limits in one round trip. One row for each bucket; a revoked key is counted in none, and has one.
 *
 * The hashes are a list, not an array: an array would have the server plan the statement at every call.
 */
async function admitRequest(
  db: Db,
  hashes: readonly Buffer[],
  buckets: readonly RateLimitBucket[],
  quotas: RateLimitQuotas,
): Promise<AdmissionRow[]> {
  const limits = buckets.map((bucket) => quotas[bucket])
  const { rows } = await sql<AdmissionRow>`
    select k.id as key_id, k.master_key_id, coalesce(k.revoked_at <= clock_timestamp(), false) as revoked,
      -- Noted once a minute: a write on every request would cost more than the request.
      coalesce(k.last_used_at < clock_timestamp() - interval '1 minute', true) as stale_use,
      a.id as account_id, a.name, a.email, a.plan_id, a.created_at,
      h.bucket, h.was_full, h.remaining, h.seconds_to_next_place
    from api_keys k
    join accounts a on a.id = k.account_id
    left join lateral hit_rate_limits(
      k.id,
      case when k.revoked_at is null or k.revoked_at > clock_timestamp() then ${buckets}::text[] else '{}' end,
      ${limits},
      make_interval(secs => ${RATE_LIMIT_WINDOW_SECONDS})
    ) h on true
    where k.hash in (${sql.join(hashes)})`.execute(db)
  return rows
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

function toStanding(row: AdmissionRow) {
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
