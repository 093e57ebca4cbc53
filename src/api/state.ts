import type { Account } from '../domain/account.ts'

/** What the middlewares learn about a request. */
export interface ApiState {
  requestId: string
  /** Whose key was sent; there once it is checked. */
  account?: Account
  /** Which key was sent; there once it is checked. */
  apiKeyId?: string
}
