import type { Account } from './account.ts'
import type { Video } from './video.ts'

/** The rate limits of a key: one for all requests, and one for those that get as far as reserving a new video. */
export type RateLimitBucket = 'requests' | 'creates'

/** The number of requests that a key can send in any minute (specification section 5). */
export type RateLimitQuotas = Readonly<Record<RateLimitBucket, number>>

/** The number of requests that a link to record a twin can send in any minute: chunks come every second or two. */
export const RECORDING_REQUESTS_PER_MINUTE = 240

/** The window of the limits: a request counts for this long. */
export const RATE_LIMIT_WINDOW_SECONDS = 60

/** The status of one rate limit of a key. An admitted request is already counted. */
export interface RateLimitStanding {
  readonly bucket: RateLimitBucket
  /** Maximum requests in any window. */
  readonly limit: number
  /** Requests that are left now. */
  readonly remaining: number
  /** Whether the request exceeded this limit, and therefore counts against none. */
  readonly wasFull: boolean
  /** Whole seconds, at least 1, until another request is available; null when none is used. */
  readonly secondsToNextPlace: number | null
}

/** A place in one of a key's limits, for a request that is worth one. */
export interface WantedPlace {
  readonly keyId: string
  readonly bucket: RateLimitBucket
  /** Maximum requests in any window. */
  readonly limit: number
}

/** How one of an account's keys stands with one of its limits, nothing being sent. */
export interface KeyStanding extends Omit<RateLimitStanding, 'wasFull'> {
  readonly keyId: string
}

/** The account of a request's key, and how the key stands with the limit of all requests. */
export interface Admission {
  readonly keyId: string
  readonly account: Account
  /** The account's video that was read along with the key; null when it has none of this id, or none was asked for. */
  readonly video: Video | null
  /** Null when the key is revoked. */
  readonly requests: RateLimitStanding | null
}
