import type { RouterContext } from '@koa/router'
import type { Middleware } from 'koa'

import type { Log } from '../../ports/process/log.ts'
import type { ApiState } from '../state.ts'

/**
 * Logs one line per request. It logs the route instead of the URL, because media URLs contain signatures and search
 * URLs contain text that people typed.
 *
 * What a crowd is refused is logged for debugging only: a line each would be a part of the load, and admission says how many.
 */
export function accessLog(log: Log): Middleware<ApiState> {
  return async (ctx, next) => {
    const startedAt = performance.now()
    await next()
    log[ctx.state.crowdedOut ? 'debug' : 'info'](
      {
        requestId: ctx.state.requestId,
        accountId: ctx.state.account?.id,
        method: ctx.method,
        route: (ctx as unknown as RouterContext)._matchedRoute ?? 'none',
        // Null means that the connection was closed without a response.
        status: ctx.respond === false ? null : ctx.status,
        durationMs: Math.round(performance.now() - startedAt),
      },
      'request',
    )
  }
}
