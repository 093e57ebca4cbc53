import type { Account } from '../domain/account.ts'
import type { RateLimitStanding } from '../domain/rate-limit.ts'

/** The state that the middlewares attach to a request. */
export interface ApiState {
  requestId: string
  /** The account that the key belongs to. Set once the key has been checked. */
  account?: Account
  /** The rate limits of the key, with this request counted. Set once the key has been checked. */
  standings?: readonly RateLimitStanding[]
}
