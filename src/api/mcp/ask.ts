import type { IncomingMessage } from 'node:http'

import Koa from 'koa'
import type { Middleware } from 'koa'
import inject from 'light-my-request'

import { problem } from '../../domain/error/errors.ts'
import type { LastingSlots } from '../lasting/lasting-slots.ts'
import { accessLog } from '../middleware/access-log.ts'
import { errors } from '../middleware/errors.ts'
import type { ApiPorts } from '../ports.ts'
import { createGrantedRouter } from '../router.ts'
import type { ApiState } from '../state.ts'

/** A request to an endpoint of version 1. */
export interface Asked {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Below `/api/v1`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  readonly idempotencyKey?: string
}

/** What an endpoint answered. */
export interface Answered {
  readonly status: number
  /** The parsed body, as it goes to clients. */
  readonly body: unknown
  /** Whole seconds of `Retry-After`. */
  readonly retryAfter: number | null
}

/** Asks the API for a client that was let in. Rejects when nothing is known of the outcome. */
export type Ask = (asked: Asked) => Promise<Answered>

/** Who asks: what checking the key has left in the state of a request. */
export type Granted = Required<Pick<ApiState, 'account' | 'caller' | 'limitedAs' | 'rateLimits'>> &
  Pick<ApiState, 'requestId' | 'clientRequestId'>

/**
 * Lets tools ask the API in the way of its clients: the same endpoints, with their scopes, limits, bounds and errors. Only
 * the key is not checked again and the request not counted, as both happened when the tool was called.
 *
 * @param gone ends what is asked, once nobody waits for it.
 */
export function createAsking(
  ports: ApiPorts,
  lasting: LastingSlots,
): (granted: Granted, gone: AbortSignal) => Ask {
  const grants = new WeakMap<IncomingMessage, Granted>()
  const app = new Koa<ApiState>()
  app.silent = true
  app.use(async (ctx, next) => {
    Object.assign(ctx.state, grants.get(ctx.req))
    await next()
  })
  app.use(accessLog(ports))
  app.use(errors(ports))
  app.use(createGrantedRouter(ports, lasting).routes() as unknown as Middleware<ApiState>)
  app.use(() => {
    throw problem('not_found')
  })
  const answer = app.callback()
  return (granted, gone) =>
    async ({ method, path, query = {}, body, idempotencyKey }) => {
      const dispatch: inject.DispatchFunc = (request, response) => {
        grants.set(request, granted)
        const leave = () => response.destroy()
        gone.addEventListener('abort', leave, { once: true })
        response.once('close', () => gone.removeEventListener('abort', leave))
        void answer(request, response)
      }
      gone.throwIfAborted()
      const reply = await inject(dispatch, {
        method,
        url: { pathname: `/api/v1${path}`, query: { ...query } },
        headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
        ...(body && { payload: body }),
      })
      const retryAfter = reply.headers['retry-after']
      return {
        status: reply.statusCode,
        body: reply.payload === '' ? null : JSON.parse(reply.payload),
        retryAfter: retryAfter === undefined ? null : Number(retryAfter),
      }
    }
}
