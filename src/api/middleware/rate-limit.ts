import type { RouterContext } from '@koa/router'
import type { Middleware } from 'koa'

import { problem } from '../../domain/error/errors.ts'
import type { Problem } from '../../domain/error/errors.ts'
import type { LimitedParty, RateLimitStatus } from '../../domain/account/rate-limit.ts'
import type { Endpoint, Place } from '../contract/endpoint.ts'
import type { ApiPorts } from '../ports.ts'
import type { ApiState } from '../state.ts'

/** For whom a limit is, as a message says it. */
const PARTIES: Readonly<Record<LimitedParty, string>> = {
  key: 'this key',
  account: 'all keys of this account together',
  person: 'one person',
  people: 'all people of this account together',
}

const WINDOWS: Readonly<Record<number, string>> = { 60: 'minute', 3_600: 'hour' }

/** Rejects a request with a key when the limit of all requests is exceeded. It must come after `authenticate`, which counts it. */
export const rateLimit: Middleware<ApiState> = async (ctx, next) => {
  enforceLimits(ctx)
  await next()
}

/**
 * The place of a request in its second limit (decisions, "Rate buckets"), which an endpoint takes when it knows that the
 * request is worth one.
 */
export function placeOf(
  ctx: RouterContext<ApiState>,
  { countsAs }: Pick<Endpoint, 'countsAs'>,
  { requestGate }: Pick<ApiPorts, 'requestGate'>,
): Place | null {
  const { limitedAs } = ctx.state
  if (countsAs === undefined || limitedAs === undefined) return null
  const place = requestGate.place(limitedAs, countsAs)
  if (place === null) return null
  const taken = (rateLimits: readonly RateLimitStatus[]) => {
    ctx.state.rateLimits = [...(ctx.state.rateLimits ?? []), ...rateLimits]
    enforceLimits(ctx)
  }
  return { ...place, taken, take: async () => taken(await requestGate.take(place)) }
}

/**
 * Reports the limits in the `RateLimit-Policy` and `RateLimit` headers (draft-ietf-httpapi-ratelimit-headers,
 * structured fields). @throws `rate_limited` when one is exceeded.
 */
export function enforceLimits(ctx: Pick<RouterContext<ApiState>, 'state' | 'set'>): void {
  const rateLimits = ctx.state.rateLimits ?? []
  const reported = rateLimits.filter((rate) => isReported(rate, rateLimits))
  ctx.set('RateLimit-Policy', reported.map(policyItem).join(', '))
  ctx.set('RateLimit', reported.map(limitItem).join(', '))
  const full = rateLimits.filter(({ wasFull }) => wasFull)
  if (full.length > 0) throw rateLimited(full)
}

/** What all of an account may send together is of interest only to whoever may send less because of the others. */
function isReported(rate: RateLimitStatus, rateLimits: readonly RateLimitStatus[]): boolean {
  const { bucket, remaining, wasFull } = rate
  if (!isShared(rate) || wasFull) return true
  return rateLimits.some((own) => !isShared(own) && own.bucket === bucket && own.remaining > remaining)
}

function isShared({ party }: RateLimitStatus): boolean {
  return party === 'account' || party === 'people'
}

function nameOf(rate: RateLimitStatus): string {
  return isShared(rate) ? `account-${rate.bucket}` : rate.bucket
}

function policyItem(rate: RateLimitStatus): string {
  return `"${nameOf(rate)}";q=${rate.limit};w=${rate.windowSeconds}`
}

function limitItem(rate: RateLimitStatus): string {
  const { remaining, secondsToNextPlace } = rate
  const reset = secondsToNextPlace === null ? '' : `;t=${secondsToNextPlace}`
  return `"${nameOf(rate)}";r=${remaining}${reset}`
}

function rateLimited(full: readonly RateLimitStatus[]): Problem {
  const limits = full.map(
    ({ limit, bucket, windowSeconds, party }) =>
      `${limit} ${bucket} per ${WINDOWS[windowSeconds]} for ${PARTIES[party]}`,
  )
  const seconds = Math.max(...full.map(({ secondsToNextPlace }) => secondsToNextPlace ?? 1))
  return problem('rate_limited', {
    message: `Rate limit exceeded: ${limits.join(' and ')}. Retry in ${seconds} s.`,
    retryAfterSeconds: seconds,
  })
}
