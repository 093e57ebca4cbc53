import type { Middleware } from 'koa'

import { invalidFields } from '../../domain/error/errors.ts'
import type { ApiState } from '../state.ts'

/**
 * Rejects requests with no `Host` header or several (RFC 9112, section 3.2): a proxy in front of the service may have
 * chosen a different host than the service would.
 */
export const oneHost: Middleware<ApiState> = async (ctx, next) => {
  const hosts = ctx.req.headersDistinct['host']?.length ?? 0
  const isOldHttp = ctx.req.httpVersion === '1.0'
  if (hosts > 1 || (hosts === 0 && !isOldHttp)) {
    // Any further data on this connection could be ambiguous as well.
    ctx.set('Connection', 'close')
    const message = 'Send exactly one Host header.'
    throw invalidFields({ Host: { code: hosts === 0 ? 'required' : 'invalid', message } })
  }
  await next()
}
