import type { Account } from '../domain/account.ts'
import type { Caller } from './contract/endpoint.ts'
import type { RateLimitStanding } from '../domain/rate-limit.ts'

/** What the middlewares learn about a request. */
export interface ApiState {
  requestId: string
  /** Who sent the request; there once it is checked. */
  caller?: Caller
  /** Whose key was sent; there once it is checked. */
  account?: Account
  /** How that key stands with its limits, this request included; there once it is checked. */
  standings?: readonly RateLimitStanding[]
}
