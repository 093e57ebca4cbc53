import type Router from '@koa/router'

import { problem } from '../domain/error/errors.ts'
import { NoticeRefused } from '../domain/billing/notice-refused.ts'
import { createExactRouter } from './exact-router.ts'
import type { ApiPorts } from './ports.ts'
import { readBytes } from './middleware/read-bytes.ts'
import type { ApiState } from './state.ts'

/**
 * Events of Stripe are some kilobytes; one about a subscription with much metadata may come to a hundred. Anybody can
 * send this much before the signature is looked at, on as many connections as there may be.
 */
export const MOST_NOTICE_BYTES = 131_072

/** Where the payment provider delivers its notices. There is nothing here without one. */
export function createBillingRouter(ports: Pick<ApiPorts, 'takeBillingNotice' | 'log'>): Router<ApiState> {
  const router = createExactRouter('/api/billing')
  const { takeBillingNotice, log } = ports
  if (takeBillingNotice === null) return router
  router.post('/stripe', async (ctx) => {
    // Byte for byte: what is signed is not what a parser makes of it.
    const body = await readBytes(ctx.req, MOST_NOTICE_BYTES)
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
