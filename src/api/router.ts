import { bodyParser } from '@koa/bodyparser'
import type Router from '@koa/router'
import type { RouterContext, RouterMiddleware } from '@koa/router'

import { invalidFields, Problem, problem } from '../domain/errors.ts'
import type { FieldProblem } from '../domain/errors.ts'
import type { RateLimitBucket } from '../domain/rate-limit.ts'
import type { Endpoint } from './contract/endpoint.ts'
import { problemFields } from './contract/problem-fields.ts'
import { createExactRouter } from './exact-router.ts'
import { authenticate } from './middleware/authenticate.ts'
import { rateLimit } from './middleware/rate-limit.ts'
import type { ApiPorts } from './ports.ts'
import type { ApiState } from './state.ts'
import { API_PREFIX, ENDPOINTS } from './v1/endpoints.ts'
import { CONSOLE_ENDPOINTS, CONSOLE_PREFIX } from './console/endpoints.ts'
import { sameOrigin } from './console/same-origin.ts'
import { anybody, signedIn } from './console/signed-in.ts'
import { ENTRANCE_ENDPOINTS } from './console/entrance/endpoints.ts'
import { refusals } from './console/refusals.ts'

/** 3,000 characters are at most 36 kB when every one is escaped; the rest is room for metadata. */
const MOST_BODY = '64kb'

/** Creates the routes of version 1. Each one checks the key, then the rate limits, then the request, and handles it. */
export function createV1Router(ports: ApiPorts): Router<ApiState> {
  const admit = (endpoint: Endpoint) => [authenticate(ports, bucketsOf(endpoint)), rateLimit]
  return createEndpointRouter(API_PREFIX, ENDPOINTS, admit, ports)
}

/**
 * The routes of the application: the same endpoints and those that only people have use for. Each checks who is
 * signed in, then the request, then does its work.
 */
export function createConsoleRouters(ports: ApiPorts): Router<ApiState>[] {
  // What the application shows is on the same server, under whatever name a person reaches it.
  const local = { ...ports, publicUrl: '', mediaLinks: ports.localMediaLinks }
  const forAnybody = () => [refusals, sameOrigin, anybody(ports)]
  const forMembers = () => [refusals, sameOrigin, signedIn(ports)]
  return [
    createEndpointRouter(CONSOLE_PREFIX, ENTRANCE_ENDPOINTS, forAnybody, local),
    createEndpointRouter(CONSOLE_PREFIX, CONSOLE_ENDPOINTS, forMembers, local),
  ]
}

function createEndpointRouter(
  prefix: string,
  endpoints: readonly Endpoint[],
  admit: (endpoint: Endpoint) => readonly RouterMiddleware<ApiState>[],
  ports: ApiPorts,
): Router<ApiState> {
  const router = createExactRouter(prefix)
  for (const endpoint of endpoints) {
    const steps = [...admit(endpoint)]
    if (endpoint.body) steps.push(requireJson(endpoint), parseJson)
    router.register(endpoint.path, [endpoint.method], [...steps, handler(endpoint, ports)])
  }
  return router
}

/** The rate limits that a request counts against; expensive requests have a second limit of their own. */
function bucketsOf({ countsAs }: Endpoint): readonly RateLimitBucket[] {
  return countsAs === undefined ? ['requests'] : ['requests', countsAs]
}

function handler(endpoint: Endpoint, ports: ApiPorts): RouterMiddleware<ApiState> {
  return async (ctx) => {
    const gone = new AbortController()
    ctx.res.once('close', () => gone.abort())
    const reply = await answer(endpoint, ctx, ports, gone.signal).catch((fault: unknown) => {
      if (fault === gone.signal.reason) return null
      throw foremost(fault, endpoint, ctx, ports)
    })
    if (reply === null) {
      ctx.respond = false
      return
    }
    ctx.set(reply.headers ?? {})
    ctx.status = endpoint.success.status
    ctx.body = reply.body
  }
}

async function answer(endpoint: Endpoint, ctx: RouterContext<ApiState>, ports: ApiPorts, gone: AbortSignal) {
  const checked = {
    account: ctx.state.account!,
    caller: ctx.state.caller!,
    headers: ctx.headers,
    gone,
    ...check(endpoint, ctx),
  }
  return endpoint.handle(checked, ports)
}

/** The error to return: the one that takes precedence, if the endpoint finds it, or else the error itself. */
function foremost(fault: unknown, endpoint: Endpoint, ctx: RouterContext<ApiState>, ports: ApiPorts) {
  if (!(fault instanceof Problem) || fault.code !== 'invalid_request') return fault
  const wrong = fault.details.fields ?? {}
  return endpoint.goesFirst?.(ctx.request.body, wrong, ctx.state.account!, ports) ?? fault
}

function check(endpoint: Endpoint, ctx: RouterContext<ApiState>) {
  const params = endpoint.params?.safeParse(ctx.params)
  // A malformed id cannot name an existing resource.
  if (params?.error) throw problem('not_found')
  const query = endpoint.query?.safeParse({ ...ctx.query }, { reportInput: true })
  if (query?.error) throw invalidFields(problemFields(query.error.issues))
  const body = endpoint.body?.safeParse(ctx.request.body ?? {}, { reportInput: true })
  if (body?.error) throw invalidFields(problemFields(body.error.issues))
  return { params: params?.data, query: query?.data, body: body?.data }
}

/** Requires JSON: the parser would silently treat any other content type as an empty body. */
function requireJson({ bodyIsOptional }: Endpoint): RouterMiddleware<ApiState> {
  return async (ctx, next) => {
    const type = ctx.get('Content-Type')
    const isWanted = bodyIsOptional !== true || type !== '' || !isEmpty(ctx)
    if (isWanted && (ctx.request.is('application/json') === false || type === '')) {
      const message = 'Send JSON with the header Content-Type: application/json.'
      throw invalidFields({ 'Content-Type': { code: type === '' ? 'required' : 'invalid', message } })
    }
    await next()
  }
}

/** Whether a request has no body, according to its headers (RFC 9112, section 6.3). */
function isEmpty(ctx: RouterContext<ApiState>): boolean {
  return ctx.get('Transfer-Encoding') === '' && ['', '0'].includes(ctx.get('Content-Length'))
}

const parseJson = bodyParser({
  enableTypes: ['json'],
  jsonLimit: MOST_BODY,
  onError(error) {
    throw invalidFields({ body: unreadable(error) })
  },
}) as unknown as RouterMiddleware<ApiState>

/** Why the parser could not read a body. */
function unreadable(error: Error): FieldProblem {
  if ('type' in error && error.type === 'entity.too.large')
    return { code: 'too_long', message: `The body is larger than ${MOST_BODY}.`, limit: 65_536 }
  // Valid JSON, but a JavaScript object cannot hold it safely: it would be lost, or change the prototype.
  if (error.message === 'Object contains forbidden prototype property')
    return { code: 'invalid', message: 'The field name "__proto__" is not allowed at any depth.' }
  return { code: 'invalid', message: 'The body is not valid JSON.' }
}
