import type { RouterContext, RouterMiddleware } from '@koa/router'

import { problem } from '../../domain/error/errors.ts'
import type { Problem } from '../../domain/error/errors.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { requireScopes } from '../contract/required-scopes.ts'
import type { ApiPorts } from '../ports.ts'
import type { ApiState } from '../state.ts'

const BEARER = /^Bearer +(\S+) *$/i

/** The key that a request was sent with, as it was sent; undefined without one. */
export function keyOf(ctx: Pick<RouterContext<ApiState>, 'get'>): string | undefined {
  return BEARER.exec(ctx.get('Authorization'))?.[1]
}

/**
 * Looks up the account of the API key, counts the request against the limit of all requests, and reads the video that
 * an endpoint is about, in one round trip (specification section 5). The `rateLimit` middleware then decides by the count.
 *
 * The key is read from the database on every request, so that a revocation takes effect with the next request in
 * every process.
 */
export function authenticate(
  ports: Pick<ApiPorts, 'requestGate' | 'looksLikeApiKey' | 'clientAddress' | 'networkOf'>,
  { readsVideo, params }: Pick<Endpoint, 'readsVideo' | 'params'>,
): RouterMiddleware<ApiState> {
  const { requestGate, looksLikeApiKey, clientAddress, networkOf } = ports
  return async (ctx, next) => {
    const key = keyOf(ctx)
    if (key === undefined || !looksLikeApiKey(key)) throw problem('invalid_api_key')
    // A malformed id names no video: the endpoint says so once the key is known.
    const reads = readsVideo === true && params?.safeParse(ctx.params).success === true
    const admission = await requestGate.admit(key, {
      network: networkOf(clientAddress(ctx.req)),
      videoId: reads ? ctx.params['id'] : undefined,
    })
    if (admission === null) throw problem('invalid_api_key')
    const { requests, scopes, expiresAt, webhookUrl } = admission
    if (requests === 'revoked') throw problem('key_revoked')
    if (requests === 'expired') throw hasExpired(expiresAt)
    ctx.state.account = admission.account
    ctx.state.caller = { kind: 'key', keyId: admission.keyId, scopes, expiresAt, webhookUrl }
    ctx.state.video = admission.video
    ctx.state.limitedAs = { kind: 'key', keyId: admission.keyId, accountId: admission.account.id }
    ctx.state.rateLimits = requests
    await next()
  }
}

/** To its client, a key that has expired is one that was revoked: only another key helps. */
function hasExpired(expiresAt: Date | null): Problem {
  return problem('key_revoked', {
    message: `This API key expired at ${expiresAt?.toISOString()}. Create a new one under Integrations, Developer API.`,
    userMessage: 'The connection to the video service has expired. Please ask for a new API key.',
  })
}

/** Lets a key do what its scopes allow. It must come after `rateLimit`: what a key may not do counts as a request all the same. */
export function inScope({ scopes }: Pick<Endpoint, 'scopes'>): RouterMiddleware<ApiState> {
  return async (ctx, next) => {
    requireScopes(ctx.state.caller!, scopes)
    await next()
  }
}
