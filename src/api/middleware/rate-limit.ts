import type { Middleware } from 'koa'

import { problem } from '../../domain/errors.ts'
import type { Problem } from '../../domain/errors.ts'
import { RATE_LIMIT_WINDOW_SECONDS } from '../../domain/rate-limit.ts'
import type { RateLimitStanding } from '../../domain/rate-limit.ts'
import type { ApiState } from '../state.ts'

/**
 * Rejects a request when one of its rate limits is exceeded, and reports the limits of the key in the
 * `RateLimit-Policy` and `RateLimit` headers (draft-ietf-httpapi-ratelimit-headers, structured fields). It must come
 * after `authenticate`, which counts the requests of known keys.
 */
export const rateLimit: Middleware<ApiState> = async (ctx, next) => {
  const standings = ctx.state.standings!
  ctx.set('RateLimit-Policy', standings.map(policyItem).join(', '))
  ctx.set('RateLimit', standings.map(standingItem).join(', '))
  const full = standings.filter(({ wasFull }) => wasFull)
  if (full.length > 0) throw rateLimited(full)
  await next()
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
