import { randomUUID } from 'node:crypto'

import type { Middleware } from 'koa'

import type { ApiState } from '../state.ts'

/** Gives every request an id, told in `X-Request-Id` and in every error, for finding it in the log. */
export const requestId: Middleware<ApiState> = async (ctx, next) => {
  ctx.state.requestId = `req_${randomUUID().replaceAll('-', '')}`
  ctx.set('X-Request-Id', ctx.state.requestId)
  await next()
}
