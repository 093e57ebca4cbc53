import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'

import type { RouterContext } from '@koa/router'

import type { ApiState } from '../state.ts'

/** A document as it is sent. */
interface Prepared {
  readonly body: string | Buffer
  readonly compressed: Buffer
  readonly etag: string
}

/** What compression makes no smaller. */
const IS_COMPRESSED = /^(?:image|font)\//u

/**
 * Answers with a document that stays the same while the process runs: made and compressed when it is first asked for,
 * and not sent again to clients that have it (RFC 9110, section 13).
 */
export function sendDocument(
  type: string,
  make: () => string | Buffer,
): (ctx: RouterContext<ApiState>) => void {
  let prepared: Prepared | undefined
  return (ctx) => {
    prepared ??= prepare(make())
    ctx.type = type
    ctx.vary('Accept-Encoding')
    ctx.set({ ETag: prepared.etag, 'Cache-Control': 'public, max-age=300' })
    ctx.status = 200
    if (ctx.fresh) {
      ctx.status = 304
      return
    }
    const isCompressed = !IS_COMPRESSED.test(type) && ctx.acceptsEncodings('gzip', 'identity') === 'gzip'
    if (isCompressed) ctx.set('Content-Encoding', 'gzip')
    ctx.body = isCompressed ? prepared.compressed : prepared.body
  }
}

function prepare(body: string | Buffer): Prepared {
  return {
    body,
    compressed: gzipSync(body, { level: 9 }),
    etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
  }
}
