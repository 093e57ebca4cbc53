import { randomUUID } from 'node:crypto'

import type { Middleware } from 'koa'

import type { ApiState } from '../state.ts'

/** Gives every request an id. The `X-Request-Id` header, every error and the log contain it. */
export const requestId: Middleware<ApiState> = async (ctx, next) => {
  ctx.state.requestId = newRequestId()
  ctx.set('X-Request-Id', ctx.state.requestId)
  await next()
}

/** Generates a unique request id, `req_` and 32 hexadecimal digits. */
export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`
}
