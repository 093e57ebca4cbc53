import type { Account } from '../../domain/account/account.ts'
import type { KeySettings } from '../../domain/account/api-key.ts'
import type {
  KeyRateLimit,
  LimitedCaller,
  PersonBucket,
  RateLimitStatus,
  WantedPlace,
} from '../../domain/account/rate-limit.ts'
import type { Video } from '../../domain/video/video.ts'

/** The account of a request's key, and how both stand with the limits of all requests. */
export interface AdmittedKey extends KeySettings {
  readonly keyId: string
  readonly account: Account
  /** The account's video that was read along with the key; null when it has none of this id, or none was asked for. */
  readonly video: Video | null
  /** Or why the key works no more. */
  readonly requests: readonly RateLimitStatus[] | 'revoked' | 'expired'
}

/** What a request says of itself beside its key. */
export interface AskedWithKey {
  /** The network that it comes from, which is noted with the last use; null: it is not known. */
  readonly network: string | null
  /** A video that is read in the same round trip, as `Videos.find` does. */
  readonly videoId?: string | undefined
}

/** Lets requests in: knows keys and counts what each one, each account and each person sends, for all API processes. */
export interface RequestGate {
  /**
   * Whose key this is, read afresh, or null. Counts the request if the limits of all requests have a place for it, and
   * tells how key and account stand then; a key that works no more is not counted.
   */
  admit(key: string, asked: AskedWithKey): Promise<AdmittedKey | null>
  /** Counts a request of a person who is signed in against their limit of all requests, and tells how they stand. */
  admitPerson(personId: string): Promise<readonly RateLimitStatus[]>
  /**
   * A place in other limits, which `take` takes, or `Videos.request` along with what it writes. Null where nothing
   * limits such requests: keys have no limit of estimates.
   */
  place(caller: LimitedCaller, bucket: Exclude<PersonBucket, 'requests'>): WantedPlace | null
  /** Counts a request against limits, if all of them have a place, and tells how each stands then. */
  take(place: WantedPlace): Promise<readonly RateLimitStatus[]>
  /** Counts a request by the link of a recording: seconds to wait when it sends too many, else null. */
  admitRecording(recordingId: string): Promise<number | null>
  /** How the account's keys that still work stand with each limit now. Counts nothing. */
  rateLimits(accountId: string): Promise<KeyRateLimit[]>
}
