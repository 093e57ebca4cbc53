import type Router from '@koa/router'
import type { Middleware } from 'koa'

import { problem } from '../domain/error/errors.ts'
import type { EncodedPayload, PayloadDecoder } from '../ports/process/payload-codec.ts'
import { createExactRouter } from './exact-router.ts'
import type { ApiPorts } from './ports.ts'
import { readBytes } from './middleware/read-bytes.ts'
import type { ApiState } from './state.ts'

/** Temporal's pages ask for all payloads of some hundred events at once; ours are small. */
export const MOST_PAYLOADS_BYTES = 8_388_608

/**
 * Where operators let Temporal's own pages, or its CLI, decrypt what runs contain. There is nothing here without a secret.
 *
 * A browser asks for the secret when it opens `/temporal-codec`, and sends it from then on.
 */
export function createTemporalCodecRouter({
  payloadDecoder,
}: Pick<ApiPorts, 'payloadDecoder'>): Router<ApiState> {
  const router = createExactRouter()
  if (payloadDecoder === null) return router
  const allowed = onlyAllowed(payloadDecoder)
  const fromUi = fromTheUi(payloadDecoder.uiOrigin)
  router.get('/temporal-codec', allowed, (ctx) => {
    ctx.body = 'This browser can now decrypt payloads in the pages of Temporal.\n'
  })
  router.options('/temporal-codec/decode', fromUi, (ctx) => {
    ctx.status = 204
  })
  router.post('/temporal-codec/decode', fromUi, allowed, async (ctx) => {
    const payloads = payloadsIn(await readBytes(ctx.req, MOST_PAYLOADS_BYTES))
    ctx.body = { payloads: await payloadDecoder.decode(payloads) }
  })
  return router
}

/** Pages of another origin may ask only from where Temporal's pages are. */
function fromTheUi(origin: string | null): Middleware<ApiState> {
  return async (ctx, next) => {
    if (origin !== null) {
      ctx.set({
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Credentials': 'true',
        'Access-Control-Allow-Methods': 'POST',
        'Access-Control-Allow-Headers': 'authorization, content-type, x-namespace',
      })
    }
    ctx.vary('Origin')
    await next()
  }
}

function onlyAllowed({ isAllowed }: PayloadDecoder): Middleware<ApiState> {
  return async (ctx, next) => {
    if (isAllowed(ctx.headers.authorization)) return next()
    ctx.set('WWW-Authenticate', 'Basic realm="Temporal payloads", charset="UTF-8"')
    ctx.status = 401
    ctx.body = 'This needs the secret in TEMPORAL_CODEC_SECRET.\n'
  }
}

/** @throws `invalid_request` for a body of another form. */
function payloadsIn(body: Buffer): EncodedPayload[] {
  const payloads = parsed(body)?.payloads
  if (!Array.isArray(payloads) || !payloads.every(isPayload))
    throw problem('invalid_request', { message: 'The body is not JSON with a list of payloads.' })
  return payloads.map(({ metadata, data = '' }) => ({ metadata: metadata ?? {}, data }))
}

/** Protobuf leaves out what is empty, or writes null for it. */
function isPayload(
  payload: unknown,
): payload is { metadata?: EncodedPayload['metadata'] | null; data?: string } {
  if (typeof payload !== 'object' || payload === null) return false
  const { metadata = {}, data = '' } = payload as { metadata?: unknown; data?: unknown }
  return [data, ...Object.values(metadata ?? {})].every((value) => typeof value === 'string')
}

function parsed(body: Buffer): { payloads?: unknown } | null {
  try {
    return JSON.parse(body.toString()) as { payloads?: unknown } | null
  } catch {
    return null
  }
}
