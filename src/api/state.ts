import type { Account } from '../domain/account.ts'
import type { Caller } from './contract/endpoint.ts'
import type { RateLimitStanding } from '../domain/rate-limit.ts'
import type { Video } from '../domain/video.ts'

/** The state that the middlewares attach to a request. */
export interface ApiState {
  requestId: string
  /** The body as it was sent, read as JSON. Set where an endpoint takes one. */
  sent?: object
  /** Who sent the request; there once it is checked. */
  caller?: Caller
  /** The account that the key belongs to. Set once the key has been checked. */
  account?: Account
  /** The video that was read along with the key, or null. Set once the key has been checked. */
  video?: Video | null
  /** The API key. Set once it has been checked. */
  keyId?: string
  /** The rate limits of the key that this request was counted against so far. Set once the key has been checked. */
  standings?: readonly RateLimitStanding[]
}
