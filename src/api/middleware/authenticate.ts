import type { Middleware } from 'koa'

import { problem } from '../../domain/errors.ts'
import type { ApiPorts } from '../ports.ts'
import type { ApiState } from '../state.ts'

const BEARER = /^Bearer +(\S+) *$/i

/**
 * Finds out whose key was sent (specification section 5).
 *
 * The key is read from the database on every request, so that a revocation holds from the next
 * request on, in every process.
 */
export function authenticate({
  apiKeys,
  looksLikeApiKey,
}: Pick<ApiPorts, 'apiKeys' | 'looksLikeApiKey'>): Middleware<ApiState> {
  return async (ctx, next) => {
    const key = BEARER.exec(ctx.get('Authorization'))?.[1]
    if (key === undefined || !looksLikeApiKey(key)) throw problem('invalid_api_key')
    const owner = await apiKeys.authenticate(key)
    if (owner === null) throw problem('invalid_api_key')
    if (owner.revoked) throw problem('key_revoked')
    ctx.state.account = owner.account
    ctx.state.apiKeyId = owner.keyId
    await next()
  }
}
