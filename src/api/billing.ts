import type { IncomingMessage } from 'node:http'

import type Router from '@koa/router'

import { problem } from '../domain/errors.ts'
import { NoticeRefused } from '../domain/notice-refused.ts'
import { createExactRouter } from './exact-router.ts'
import type { ApiPorts } from './ports.ts'
import type { ApiState } from './state.ts'

/** Events of Stripe are some kilobytes; a large subscription may come to some hundred. */
const MOST_NOTICE_BYTES = 512 * 1024

/** Where the payment provider delivers its notices. There is nothing here without one. */
export function createBillingRouter(ports: Pick<ApiPorts, 'takeBillingNotice' | 'log'>): Router<ApiState> {
  const router = createExactRouter('/api/billing')
  const { takeBillingNotice, log } = ports
  if (takeBillingNotice === null) return router
  router.post('/stripe', async (ctx) => {
    const body = await readBody(ctx.req)
    try {
      await takeBillingNotice(body, ctx.headers)
    } catch (error) {
      if (!(error instanceof NoticeRefused)) throw error
      log.warn({ requestId: ctx.state.requestId, reason: error.message }, 'a billing notice was refused')
      throw problem('invalid_request', { message: error.message })
    }
    ctx.body = { received: true }
  })
  return router
}

/** The body byte for byte: what is signed is not what a parser makes of it. */
async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MOST_NOTICE_BYTES) throw problem('invalid_request', { message: 'The body is too large.' })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
