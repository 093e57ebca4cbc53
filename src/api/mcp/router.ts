import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Middleware } from 'koa'

import { invalidFields } from '../../domain/error/errors.ts'
import { USUAL_BODY_BYTES } from '../contract/endpoint.ts'
import { untilGone } from '../client-gone.ts'
import { createExactRouter } from '../exact-router.ts'
import type { LastingSlots } from '../lasting/lasting-slots.ts'
import { authenticate } from '../middleware/authenticate.ts'
import { parseJson } from '../middleware/parse-json.ts'
import { rateLimit } from '../middleware/rate-limit.ts'
import type { ApiPorts } from '../ports.ts'
import type { ApiState } from '../state.ts'
import type { AnswerAgent } from './answer-agent.ts'

/**
 * `POST /mcp`: the service as tools for agents, by the Model Context Protocol over HTTP (revision 2026-07-28; clients of
 * 2025-11-25 are served as well). Requests carry an API key, and each counts as one with it. Nothing is kept between them, so that
 * any process answers any request.
 */
export function createMcpRouter(ports: ApiPorts, lasting: LastingSlots): Router<ApiState> {
  const router = createExactRouter()
  const answerAgent = loadedOnDemand(ports, lasting)
  router.post(
    '/mcp',
    ownOrigin,
    authenticate(ports, {}),
    rateLimit,
    parseJson({ bodyBytes: USUAL_BODY_BYTES }),
    async (ctx) => {
      send(ctx, await (await answerAgent())(ctx, untilGone(ctx.res)))
    },
  )
  return router
}

/** The library of the protocol takes as long to load as all the rest of the API. Few services have agents. */
function loadedOnDemand(ports: ApiPorts, lasting: LastingSlots): () => Promise<AnswerAgent> {
  let loaded: Promise<AnswerAgent> | null = null
  return () => {
    loaded ??= import('./answer-agent.ts').then(({ createAnswerAgent }) => createAnswerAgent(ports, lasting))
    return loaded
  }
}

/** No page of another site may ask, whatever name it has given this server (MCP, "Security Warning" of the transport). */
const ownOrigin: Middleware<ApiState> = async (ctx, next) => {
  const origin = ctx.get('Origin')
  if (origin !== '' && hostOf(origin) !== ctx.host) {
    const message = 'Requests from pages of other sites are not answered. Call the API from a server.'
    throw invalidFields({ Origin: { code: 'invalid', message } })
  }
  await next()
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}

function send(ctx: RouterContext<ApiState>, { status, headers, body }: Response): void {
  headers.forEach((value, name) => ctx.set(name, value))
  if (headers.get('Content-Type')?.startsWith('text/event-stream')) ctx.set('X-Accel-Buffering', 'no')
  ctx.body = body && Readable.fromWeb(body as ReadableStream)
  ctx.status = status
}
