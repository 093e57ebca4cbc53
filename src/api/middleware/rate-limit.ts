import type { RouterContext } from '@koa/router'
import type { Middleware } from 'koa'

import { problem } from '../../domain/errors.ts'
import type { Problem } from '../../domain/errors.ts'
import { RATE_LIMIT_WINDOW_SECONDS } from '../../domain/rate-limit.ts'
import type { RateLimitStanding } from '../../domain/rate-limit.ts'
import type { Endpoint, Place } from '../contract/endpoint.ts'
import type { ApiPorts } from '../ports.ts'
import type { ApiState } from '../state.ts'

/**
 * Rejects a request when the limit of all requests is exceeded. It must come after `authenticate`, which counts the
 * requests of known keys.
 */
export const rateLimit: Middleware<ApiState> = async (ctx, next) => {
  enforce(ctx)
  await next()
}

/**
 * The place of a request in its second limit (decisions, "Rate buckets"), which an endpoint takes when it knows that the
 * request is worth one. People in the application have no such limit.
 */
export function placeOf(
  ctx: RouterContext<ApiState>,
  { countsAs }: Pick<Endpoint, 'countsAs'>,
  { requestGate }: Pick<ApiPorts, 'requestGate'>,
): Place | null {
  const { keyId } = ctx.state
  if (countsAs === undefined || keyId === undefined) return null
  const place = requestGate.place(keyId, countsAs)
  const taken = (standing: RateLimitStanding) => {
    ctx.state.standings = [...(ctx.state.standings ?? []), standing]
    enforce(ctx)
  }
  return { ...place, taken, take: async () => taken(await requestGate.take(place)) }
}

/**
 * Reports the limits of the key in the `RateLimit-Policy` and `RateLimit` headers (draft-ietf-httpapi-ratelimit-headers,
 * structured fields). @throws `rate_limited` when one is exceeded.
 */
function enforce(ctx: Pick<RouterContext<ApiState>, 'state' | 'set'>): void {
  const standings = ctx.state.standings ?? []
  ctx.set('RateLimit-Policy', standings.map(policyItem).join(', '))
  ctx.set('RateLimit', standings.map(standingItem).join(', '))
  const full = standings.filter(({ wasFull }) => wasFull)
  if (full.length > 0) throw rateLimited(full)
}

function policyItem({ bucket, limit }: RateLimitStanding): string {
  return `"${bucket}";q=${limit};w=${RATE_LIMIT_WINDOW_SECONDS}`
}

function standingItem({ bucket, remaining, secondsToNextPlace }: RateLimitStanding): string {
  const reset = secondsToNextPlace === null ? '' : `;t=${secondsToNextPlace}`
  return `"${bucket}";r=${remaining}${reset}`
}

function rateLimited(full: readonly RateLimitStanding[]): Problem {
  const limits = full.map(({ bucket, limit }) => `${limit} ${bucket}`).join(' and ')
  const seconds = Math.max(...full.map(({ secondsToNextPlace }) => secondsToNextPlace ?? 1))
  return problem('rate_limited', {
    message: `Rate limit exceeded: ${limits} per minute for this key. Retry in ${seconds} s.`,
    retryAfterSeconds: seconds,
  })
}
