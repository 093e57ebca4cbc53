import type { RequestListener } from 'node:http'

import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import Koa from 'koa'
import type { Middleware } from 'koa'
import helmet from 'koa-helmet'

import { problem } from '../domain/error/errors.ts'
import { createBillingRouter } from './billing.ts'
import { createDocumentsRouter } from './documents/router.ts'
import { createLastingSlots } from './lasting/lasting-slots.ts'
import { createMcpRouter } from './mcp/router.ts'
import { createMediaRouter } from './media.ts'
import { accessLog } from './middleware/access-log.ts'
import { errors } from './middleware/errors.ts'
import { oneHost } from './middleware/one-host.ts'
import { requestId } from './middleware/request-id.ts'
import { traceRequests } from './middleware/trace-requests.ts'
import { createOperationsRouter } from './operations.ts'
import type { ApiPorts } from './ports.ts'
import { createConsoleRouters, createV1Router } from './router.ts'
import { createSignInRouter } from './sign-in.ts'
import type { ApiState } from './state.ts'
import { createStatusRouter } from './status.ts'
import { createTemporalCodecRouter } from './temporal-codec.ts'
import { webFiles } from './web.ts'

/**
 * Our pages load nothing from other hosts, except media from their bucket, and cannot be framed. `upgrade-insecure-requests` is left out: a service
 * without a proxy is reached over http, and its own images would not load.
 */
function pagePolicy({ mediaOrigin }: Pick<ApiPorts, 'mediaOrigin'>) {
  const media = mediaOrigin === null ? [] : [mediaOrigin]
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...media],
      mediaSrc: ["'self'", 'blob:', ...media],
      styleSrc: ["'self'", "'unsafe-inline'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  }
}

/** Creates the HTTP interface. The middlewares and routers appear in the order in which a request passes them. */
export function createApi(ports: ApiPorts): RequestListener {
  const app = new Koa<ApiState>()
  app.silent = true
  app.on('error', (error: Error) => ports.log.debug({ error: error.message }, 'connection error'))

  app.use(requestId)
  if (ports.requestTraces !== null) app.use(traceRequests(ports.requestTraces))
  app.use(accessLog(ports))
  app.use(helmet({ contentSecurityPolicy: pagePolicy(ports) }) as Middleware<ApiState>)
  app.use(noStore)
  app.use(noCamera)
  app.use(errors(ports))
  app.use(oneHost)
  // What lasts is counted by key, whichever way it was asked for.
  const lasting = createLastingSlots()
  // Each looks through all its paths: what is asked for most comes first.
  for (const router of [
    createV1Router(ports, lasting),
    ...createConsoleRouters(ports),
    createMediaRouter(ports),
    createMcpRouter(ports, lasting),
    createOperationsRouter(ports),
    createStatusRouter(ports),
    createSignInRouter(ports),
    createBillingRouter(ports),
    createTemporalCodecRouter(ports),
    createDocumentsRouter(ports),
  ]) {
    app.use(router.routes() as unknown as Middleware<ApiState>)
  }
  app.use(webFiles(ports))
  app.use(nothingHere)
  const answer = app.callback()
  return (request, response) => void answer(request, response)
}

/** Responses belong to the owner of one key, so no cache may store them. */
const noStore: Middleware<ApiState> = async (ctx, next) => {
  ctx.set('Cache-Control', 'no-store')
  await next()
}

/** No page may use camera and microphone, but the one that allows itself to (web.ts). */
const noCamera: Middleware<ApiState> = async (ctx, next) => {
  ctx.set('Permissions-Policy', 'camera=(), microphone=()')
  await next()
}

/** Handles an unknown path, or a known path with an unsupported method. */
const nothingHere: Middleware<ApiState> = (ctx) => {
  const layers = (ctx as unknown as RouterContext & { matched?: Router['stack'] }).matched ?? []
  // `/videos/estimate` is a path of its own, not a video by that name.
  const exact = layers.filter(({ paramNames }) => paramNames.length === 0)
  const allow = [...new Set((exact.length > 0 ? exact : layers).flatMap((layer) => layer.methods))].toSorted()
  if (allow.length === 0)
    throw problem('not_found', { message: `The path ${ctx.path.slice(0, 200)} does not exist.` })
  const message = `This path supports ${allow.join(', ')}, but not ${ctx.method}.`
  throw problem('invalid_request', { message, allow, fields: { method: { code: 'invalid', message } } })
}
