import type { Account } from '../domain/account/account.ts'
import type { Caller } from './contract/endpoint.ts'
import type { LimitedCaller, RateLimitStatus } from '../domain/account/rate-limit.ts'
import type { Video } from '../domain/video/video.ts'

/** The state that the middlewares attach to a request. */
export interface ApiState {
  requestId: string
  /** What the client calls this request. Undefined where it does not say, or not in a form that can be repeated. */
  clientRequestId?: string
  /** The bytes of the body, where they are read before the request takes a place. Rejects as `readBytes`. */
  received?: Promise<Buffer>
  /** The body as it was sent, read as JSON. Set where an endpoint takes one. */
  sent?: object
  /** The sender of the request; there once it is checked. */
  caller?: Caller
  /** The account that the key belongs to. Set once the key has been checked. */
  account?: Account
  /** The video that was read along with the key, or null. Set once the key has been checked. */
  video?: Video | null
  /** Sends the answer of a request that waits for something, in place of the one that is set. */
  later?: () => Promise<void>
  /** Whether the process had too much of this work to begin the request. */
  crowdedOut?: true
  /** The limits that the request counts against: those of a key, or of a person who is signed in. */
  limitedAs?: LimitedCaller
  /** The rate limits that this request was counted against so far. */
  rateLimits?: readonly RateLimitStatus[]
}
