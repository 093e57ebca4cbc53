import type { Middleware } from 'koa'

import { invalidFields } from '../../domain/errors.ts'
import type { ApiState } from '../state.ts'

/**
 * Refuses what names no host or several (RFC 9112, section 3.2): a proxy before us may have chosen
 * another one than we would.
 */
export const oneHost: Middleware<ApiState> = async (ctx, next) => {
  const hosts = ctx.req.headersDistinct['host']?.length ?? 0
  const isOldHttp = ctx.req.httpVersion === '1.0'
  if (hosts > 1 || (hosts === 0 && !isOldHttp)) {
    // What follows on this connection may be read in two ways as well.
    ctx.set('Connection', 'close')
    const message = 'Send the header Host, once.'
    throw invalidFields({ Host: { code: hosts === 0 ? 'required' : 'invalid', message } })
  }
  await next()
}
