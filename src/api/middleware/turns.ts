import { createHash } from 'node:crypto'

import type { ApiPorts } from '../ports.ts'
import { keyOf } from './authenticate.ts'
import type { TurnOf } from './bounded.ts'

/** Keys that are remembered: those that were used last. */
const MOST_KEYS = 10_000

/** All keys that are not known yet take the turns of one account: invented ones gain nothing. */
const UNKNOWN = ''

/** The account whose turn requests with a key take. */
export interface TurnsOfKeys {
  readonly turnOf: TurnOf
  /** Learns of which account the key is that a request was sent with, once that is checked. */
  readonly learn: (ctx: Parameters<TurnOf>[0]) => void
}

/**
 * Tells whose turn a request takes before its key is checked, because checking is a part of the work. So accounts are
 * remembered by the hash of their key, for the order of turns alone: each request's key is checked all the same.
 */
export function turnsOfKeys({ looksLikeApiKey }: Pick<ApiPorts, 'looksLikeApiKey'>): TurnsOfKeys {
  const accounts = new Map<string, string>()
  const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url')
  return {
    turnOf(ctx) {
      const key = keyOf(ctx)
      // Refused without a look into the database.
      if (key === undefined || !looksLikeApiKey(key)) return null
      const by = hashOf(key)
      return { whose: accounts.get(by) ?? UNKNOWN, by }
    },
    learn(ctx) {
      const key = keyOf(ctx)
      if (key === undefined || ctx.state.account === undefined) return
      const hash = hashOf(key)
      accounts.delete(hash)
      accounts.set(hash, ctx.state.account.id)
      const [oldest] = accounts.keys()
      if (accounts.size > MOST_KEYS && oldest !== undefined) accounts.delete(oldest)
    },
  }
}
