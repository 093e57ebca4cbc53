import type { RouterMiddleware } from '@koa/router'

import { LONGEST_WAIT_SECONDS } from '../../domain/video/waiting.ts'
import type { ApiState } from '../state.ts'

/** A connection on which nothing is sent is closed after a minute; one that waits gets its time and this much more. */
const SPARE_MS = 30_000

/**
 * Sends what an endpoint answers later. By then the request has given back its place of bounded work, which others need
 * while it waits.
 */
export const answeredLater: RouterMiddleware<ApiState> = async (ctx, next) => {
  await next()
  const { later } = ctx.state
  if (later === undefined) return
  ctx.res.setTimeout(LONGEST_WAIT_SECONDS * 1_000 + SPARE_MS, () => ctx.res.destroy())
  await later()
}
