import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

import type { RouterContext } from '@koa/router'

import type { ApiState } from '../state.ts'

type Encoding = 'br' | 'gzip'

/** How a document is compressed. Brotli is a fifth smaller, and at this quality not slower to make than gzip. */
const COMPRESS: Readonly<Record<Encoding, (body: string | Buffer) => Buffer>> = {
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
  gzip: (body) => gzipSync(body, { level: 9 }),
}

/** A document as it is sent. */
interface Prepared {
  readonly body: string | Buffer
  /** By encoding, as far as clients have asked for them. */
  readonly compressed: Partial<Record<Encoding, Buffer>>
  readonly etag: string
}

/** What compression makes no smaller. */
const IS_COMPRESSED = /^(?:image\/|font\/|application\/(?:gzip|zip)$)/u

/**
 * Answers with a document that stays the same while the process runs: made when it is first asked for, and compressed likewise,
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
    const encoding = IS_COMPRESSED.test(type) ? null : encodingFor(ctx)
    if (encoding !== null) ctx.set('Content-Encoding', encoding)
    ctx.body =
      encoding === null
        ? prepared.body
        : (prepared.compressed[encoding] ??= COMPRESS[encoding](prepared.body))
  }
}

function prepare(body: string | Buffer): Prepared {
  return {
    body,
    compressed: {},
    etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
  }
}

/** Clients name both alike, and gzip first. */
function encodingFor(ctx: RouterContext<ApiState>): Encoding | null {
  if (ctx.acceptsEncodings('br') === 'br') return 'br'
  return ctx.acceptsEncodings('gzip') === 'gzip' ? 'gzip' : null
}
