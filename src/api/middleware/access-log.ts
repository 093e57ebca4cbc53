import type { RouterContext } from '@koa/router'
import type { Middleware } from 'koa'

import type { Log } from '../../ports.ts'
import type { ApiState } from '../state.ts'

/**
 * One line for each request. The route is logged, not the address: addresses of media carry
 * signatures, and searches carry what people typed.
 */
export function accessLog(log: Log): Middleware<ApiState> {
  return async (ctx, next) => {
    const startedAt = performance.now()
    await next()
    log.info(
      {
        requestId: ctx.state.requestId,
        accountId: ctx.state.account?.id,
        method: ctx.method,
        route: (ctx as unknown as RouterContext)._matchedRoute ?? 'none',
        // Null: the connection was closed without an answer.
        status: ctx.respond === false ? null : ctx.status,
        durationMs: Math.round(performance.now() - startedAt),
      },
      'request',
    )
  }
}
