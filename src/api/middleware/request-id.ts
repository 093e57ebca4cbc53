import { randomUUID } from 'node:crypto'

import type { Middleware } from 'koa'

import { withLogFacts } from '../../process/log-facts.ts'
import type { ApiState } from '../state.ts'

/** Visible ASCII, because the client decides what is logged and sent back here. */
const CLIENT_REQUEST_ID = /^[\x21-\x7E]{1,128}$/

/**
 * Gives every request an id. The `X-Request-Id` header, every error and the log contain it. It is never the client's,
 * which may stand for many requests: that one is kept beside it, in the log and in `X-Client-Request-Id`.
 */
export const requestId: Middleware<ApiState> = async (ctx, next) => {
  ctx.state.requestId = newRequestId()
  ctx.set('X-Request-Id', ctx.state.requestId)
  const sent = ctx.get('X-Request-Id')
  if (CLIENT_REQUEST_ID.test(sent)) {
    ctx.state.clientRequestId = sent
    ctx.set('X-Client-Request-Id', sent)
  }
  // Whatever is written while it is answered says so.
  await withLogFacts({ requestId: ctx.state.requestId }, next)
}

/** Generates a unique request id, `req_` and 32 hexadecimal digits. */
export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`
}
