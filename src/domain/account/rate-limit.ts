/** The rate limits of a key: one for all requests, and one for those that get as far as reserving a new video. */
export type RateLimitBucket = 'requests' | 'creates'

/** The number of requests that a key can send in any minute (specification section 5). */
export type RateLimitQuotas = Readonly<Record<RateLimitBucket, number>>

/** As many times the quota of one key is what all keys of an account may send together. */
export const KEYS_OF_AN_ACCOUNT = 5

/**
 * As many times the quota of one person is what all people of an account may do together, of what counts in a second
 * limit: an owner can invite as many people as they like.
 */
export const PEOPLE_OF_AN_ACCOUNT = 5

/**
 * The rate limits of a person in the application: besides those of a key, one for what costs time of the processor and
 * leaves nothing, such as an estimate or a still, one for words that are tried aloud, and one for invitations.
 */
export type PersonBucket = RateLimitBucket | 'estimates' | 'trials' | 'invitations'

/** The number of requests that a person can send in the window of each. */
export type PersonQuotas = Readonly<Record<PersonBucket, number>>

/**
 * A page that keeps itself up to date asks once a second or two, and a person has several open. Nobody writes as many
 * videos in a minute, nor invites as many people in an hour.
 */
export const PERSON_QUOTAS: PersonQuotas = {
  requests: 300,
  creates: 10,
  estimates: 60,
  trials: 20,
  invitations: 20,
}

/** The number of requests that a link to record a twin can send in any minute: chunks come every second or two. */
export const RECORDING_REQUESTS_PER_MINUTE = 240

/** The window of nearly all limits: a request counts for this long. */
export const RATE_LIMIT_WINDOW_SECONDS = 60

/** The window of invitations. */
export const INVITATION_WINDOW_SECONDS = 3_600

/** What a limit is for. `account`: all its keys together. `people`: all who work for an account together. */
export type LimitedParty = 'key' | 'account' | 'person' | 'people'

/** How many requests of a sort somebody can send in a window. */
export interface RateLimit {
  /** The id of the key, the account, the person or the people. */
  readonly callerId: string
  readonly party: LimitedParty
  readonly bucket: PersonBucket
  /** Maximum requests in any window. */
  readonly limit: number
  readonly windowSeconds: number
}

/** The status of a rate limit. An admitted request is already counted. */
export interface RateLimitStatus extends RateLimit {
  /** Requests that are left now. */
  readonly remaining: number
  /** Whether the request exceeded this limit, and therefore counts against none. */
  readonly wasFull: boolean
  /** Whole seconds, at least 1, until another request is available; null when none is used. */
  readonly secondsToNextPlace: number | null
}

/** The sender of a request, as limits see it: a key counts for its account too, and a person among those of the account. */
export type LimitedCaller =
  | { readonly kind: 'key'; readonly keyId: string; readonly accountId: string }
  | { readonly kind: 'person'; readonly personId: string; readonly accountId: string }

/** A place in limits, for a request that is worth one: in all of them or in none. */
export interface WantedPlace {
  readonly limits: readonly RateLimit[]
}

/** How one of an account's keys stands with one of its limits, nothing being sent. */
export interface KeyRateLimit {
  readonly keyId: string
  readonly bucket: RateLimitBucket
  readonly limit: number
  readonly remaining: number
  readonly secondsToNextPlace: number | null
}
