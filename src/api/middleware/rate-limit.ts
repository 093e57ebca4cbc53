import type { Middleware } from 'koa'

import { problem } from '../../domain/errors.ts'
import type { Problem } from '../../domain/errors.ts'
import { RATE_LIMIT_WINDOW_SECONDS } from '../../domain/rate-limit.ts'
import type { RateLimitStanding } from '../../domain/rate-limit.ts'
import type { ApiState } from '../state.ts'

/**
 * Lets a key's request through if every bucket it counts in has a place, and tells how the key
 * stands in the fields `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers,
 * structured fields). To be placed after `authenticate`: who is nobody is not counted.
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
    message: `This key may send ${limits} in a minute. The next one has a place in ${seconds} s.`,
    retryAfterSeconds: seconds,
  })
}
