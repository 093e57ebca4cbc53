import type { Account } from '../domain/account.ts'
import type { Caller } from './contract/endpoint.ts'
import type { RateLimitStanding } from '../domain/rate-limit.ts'

/** The state that the middlewares attach to a request. */
export interface ApiState {
  requestId: string
  /** Who sent the request; there once it is checked. */
  caller?: Caller
  /** The account that the key belongs to. Set once the key has been checked. */
  account?: Account
  /** The rate limits of the key, with this request counted. Set once the key has been checked. */
  standings?: readonly RateLimitStanding[]
}
