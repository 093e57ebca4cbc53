import { randomUUID } from 'node:crypto'

import type { Middleware } from 'koa'

import type { ApiState } from '../state.ts'

/** Gives every request an id, told in `X-Request-Id` and in every error, for finding it in the log. */
export const requestId: Middleware<ApiState> = async (ctx, next) => {
  ctx.state.requestId = newRequestId()
  ctx.set('X-Request-Id', ctx.state.requestId)
  await next()
}

/** Makes an id that no other request has. */
export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`
}
