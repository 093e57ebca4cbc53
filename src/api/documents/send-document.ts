import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'

import type { RouterContext } from '@koa/router'

import type { ApiState } from '../state.ts'

/**
 * Answers with a text that stays the same while the process runs: compressed once, and not sent again to clients that
 * have it (RFC 9110, section 13).
 */
export function sendDocument(type: string, body: string): (ctx: RouterContext<ApiState>) => void {
  const compressed = gzipSync(body, { level: 9 })
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return (ctx) => {
    ctx.type = type
    ctx.vary('Accept-Encoding')
    ctx.set({ ETag: etag, 'Cache-Control': 'public, max-age=300' })
    ctx.status = 200
    if (ctx.fresh) {
      ctx.status = 304
      return
    }
    const isCompressed = ctx.acceptsEncodings('gzip', 'identity') === 'gzip'
    if (isCompressed) ctx.set('Content-Encoding', 'gzip')
    ctx.body = isCompressed ? compressed : body
  }
}
