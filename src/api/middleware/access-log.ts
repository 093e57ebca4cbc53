import type { RouterContext } from '@koa/router'
import type { Middleware, ParameterizedContext } from 'koa'

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
        clientRequestId: ctx.state.clientRequestId,
        accountId: ctx.state.account?.id,
        method: ctx.method,
        route: (ctx as unknown as RouterContext)._matchedRoute ?? 'none',
        status: statusOf(ctx),
        durationMs: Math.round(performance.now() - startedAt),
      },
      'request',
    )
  }
}

/** Null means that the connection was closed without a response. Files and streams are sent past the framework. */
function statusOf(ctx: ParameterizedContext<ApiState>): number | null {
  if (ctx.respond !== false) return ctx.status
  return ctx.res.headersSent ? ctx.res.statusCode : null
}
