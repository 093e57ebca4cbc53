import type Router from '@koa/router'
import type { RouterContext, RouterMiddleware } from '@koa/router'

import { invalidFields, Problem, problem } from '../domain/error/errors.ts'
import { bodyBytesOf, takesLargeBodies } from './contract/endpoint.ts'
import type { Endpoint, Reply } from './contract/endpoint.ts'
import { entityTagOf, hasAlready } from './contract/entity-tag.ts'
import { nestedParameters } from './contract/nested-parameters.ts'
import { unknownParameters } from './contract/unknown-parameters.ts'
import { problemFields } from './contract/error/problem-fields.ts'
import { GONE, untilGone } from './client-gone.ts'
import { createExactRouter } from './exact-router.ts'
import { authenticate, inScope } from './middleware/authenticate.ts'
import { bounded, ownTurn } from './middleware/bounded.ts'
import { placeOf, rateLimit } from './middleware/rate-limit.ts'
import { createLastingSlots } from './lasting/lasting-slots.ts'
import type { LastingSlots } from './lasting/lasting-slots.ts'
import { answeredLater } from './lasting/answered-later.ts'
import { sendEvents } from './lasting/send-events.ts'
import { keepingAnswers } from './keeping-answers.ts'
import type { ApiPorts } from './ports.ts'
import { parseJson, receiveBody } from './middleware/parse-json.ts'
import { turnsOfKeys } from './middleware/turns.ts'
import { streamBytes } from './middleware/read-bytes.ts'
import type { ApiState } from './state.ts'
import { API_PREFIX, ENDPOINTS } from './v1/endpoints.ts'
import { CONSOLE_ENDPOINTS, CONSOLE_PREFIX } from './console/endpoints.ts'
import { sameOrigin } from './console/same-origin.ts'
import { anybody, signedIn } from './console/signed-in.ts'
import { ENTRANCE_ENDPOINTS } from './console/entrance/endpoints.ts'
import { refusals } from './console/refusals.ts'

/**
 * Creates the routes of version 1. Each one takes a place where there is a bound, once its body is there, checks the key,
 * then the rate limits, the scopes and the request, and handles it: what a crowd is refused costs no round trip. A large body
 * is not kept for anybody whose key is not known.
 */
export function createV1Router(ports: ApiPorts, lasting: LastingSlots): Router<ApiState> {
  const { turnOf, learn } = turnsOfKeys(ports)
  const learns: RouterMiddleware<ApiState> = (ctx, next) => {
    learn(ctx)
    return next()
  }
  const steps = (endpoint: Endpoint) => {
    const received = endpoint.bound && endpoint.body ? [receiveBody(bodyBytesOf(endpoint))] : []
    const place = bounded(ports, endpoint.bound, turnOf)
    const admitted = [authenticate(ports, endpoint), learns, rateLimit, inScope(endpoint)]
    return takesLargeBodies(endpoint)
      ? [...admitted, ...received, place, ...reading(endpoint)]
      : [...received, place, ...admitted, ...reading(endpoint)]
  }
  return createEndpointRouter(API_PREFIX, V1_ENDPOINTS, steps, { ports, lasting })
}

/**
 * The same routes for requests of which all that a key decides is in their state already: those of tools, whose call was
 * checked and counted as one request.
 */
export function createGrantedRouter(ports: ApiPorts, lasting: LastingSlots): Router<ApiState> {
  const steps = (endpoint: Endpoint) => [
    ...reading(endpoint),
    bounded(ports, endpoint.bound, (ctx) => ownTurn(ctx.state.account!.id)),
    inScope(endpoint),
    ...readingVideo(endpoint, ports),
  ]
  return createEndpointRouter(API_PREFIX, V1_ENDPOINTS, steps, { ports, lasting })
}

const V1_ENDPOINTS = ENDPOINTS.map((endpoint) =>
  endpoint.keepsAnswers ? keepingAnswers(endpoint) : endpoint,
)

/**
 * The routes of the application: the same endpoints and those that only people have use for. Each checks who is
 * signed in and their rate limits, then the request, takes a place where there is a bound, and does its work.
 */
export function createConsoleRouters(ports: ApiPorts): Router<ApiState>[] {
  // What the application shows is on the same server, under whatever name a person reaches it.
  const local = { ...ports, publicUrl: '', mediaLinks: ports.localMediaLinks }
  const forAnybody = (endpoint: Endpoint) => [
    refusals,
    sameOrigin,
    ...reading(endpoint),
    bounded(ports, endpoint.bound, (ctx) => ownTurn(ports.clientAddress(ctx.req))),
    anybody(ports),
  ]
  const forMembers = (endpoint: Endpoint) => [
    refusals,
    sameOrigin,
    signedIn(ports, endpoint),
    ...reading(endpoint),
    bounded(ports, endpoint.bound, (ctx) => ownTurn(ctx.state.account!.id)),
  ]
  const lasting = createLastingSlots()
  return [
    createEndpointRouter(CONSOLE_PREFIX, ENTRANCE_ENDPOINTS, forAnybody, { ports: local, lasting }),
    createEndpointRouter(CONSOLE_PREFIX, CONSOLE_ENDPOINTS, forMembers, { ports: local, lasting }),
  ]
}

function createEndpointRouter(
  prefix: string,
  endpoints: readonly Endpoint[],
  stepsTo: (endpoint: Endpoint) => readonly RouterMiddleware<ApiState>[],
  { ports, lasting }: { ports: ApiPorts; lasting: LastingSlots },
): Router<ApiState> {
  const router = createExactRouter(prefix)
  for (const endpoint of endpoints) {
    const steps = [answeredLater, ...stepsTo(endpoint), handler(endpoint, ports, lasting)]
    router.register(endpoint.path, [endpoint.method], steps)
  }
  return router
}

/** Reads the body of an endpoint that takes one. */
function reading(endpoint: Endpoint): RouterMiddleware<ApiState>[] {
  return endpoint.body ? [parseJson({ ...endpoint, bodyBytes: bodyBytesOf(endpoint) })] : []
}

/** Reads the video of an endpoint that is about one. `authenticate` reads it along with a key. */
function readingVideo(
  { readsVideo, params }: Endpoint,
  { videos }: Pick<ApiPorts, 'videos'>,
): RouterMiddleware<ApiState>[] {
  if (readsVideo !== true) return []
  return [
    async (ctx, next) => {
      // A malformed id names no video: the endpoint says so.
      if (params?.safeParse(ctx.params).success === true)
        ctx.state.video = await videos.find(ctx.state.account!.id, ctx.params['id']!)
      await next()
    },
  ]
}

function handler(endpoint: Endpoint, ports: ApiPorts, lasting: LastingSlots): RouterMiddleware<ApiState> {
  return async (ctx) => {
    const gone = untilGone(ctx.res)
    if (endpoint.lasts) ctx.res.once('close', lasting.take(callerOf(ctx.state)))
    const reply = await answer(endpoint, ctx, ports, gone).catch((fault: unknown) => {
      if (gone.aborted && fault === GONE) return null
      throw foremost(fault, endpoint, ctx, ports)
    })
    if (reply === null) {
      ctx.respond = false
      return
    }
    const { later } = reply
    const giveBack = later && lasting.offer(callerOf(ctx.state))
    if (!later || !giveBack) {
      send(ctx, endpoint, reply, ports)
      return
    }
    // Whether the work was done is judged by it, before the reply is there.
    ctx.status = endpoint.success.status
    ctx.res.once('close', giveBack)
    ctx.state.later = async () => {
      const answered = await later()
      if (gone.aborted) ctx.respond = false
      else send(ctx, endpoint, answered, ports)
    }
  }
}

function send(
  ctx: RouterContext<ApiState>,
  { success, isTagged }: Endpoint,
  { body, events, headers = {} }: Reply<unknown>,
  { stopping }: ApiPorts,
): void {
  ctx.set(headers)
  const tag = isTagged && entityTagOf(body)
  if (tag) ctx.set('ETag', tag)
  if (tag && hasAlready(ctx.headers, tag)) {
    ctx.status = 304
    return
  }
  if (!events) ctx.body = body
  // After the body: one that is null would set a status of its own.
  ctx.status = success.status
  if (events) sendEvents(ctx, events, stopping)
}

/** Whose answers that last are counted together: those of a key, or of a person, who may have many pages open. */
function callerOf({ limitedAs }: ApiState): string {
  return limitedAs?.kind === 'key' ? limitedAs.keyId : (limitedAs?.personId ?? '')
}

async function answer(endpoint: Endpoint, ctx: RouterContext<ApiState>, ports: ApiPorts, gone: AbortSignal) {
  const checked = {
    account: ctx.state.account!,
    requestId: ctx.state.requestId,
    caller: ctx.state.caller!,
    video: ctx.state.video ?? null,
    headers: ctx.headers,
    place: placeOf(ctx, endpoint, ports),
    get address() {
      return ports.clientAddress(ctx.req)
    },
    streamBytes: () => streamBytes(ctx.req, bodyBytesOf(endpoint)),
    setCookie: (cookie: string) => ctx.append('Set-Cookie', cookie),
    gone,
    ...check(endpoint, ctx),
  }
  return endpoint.handle(checked, ports)
}

/** The error to return: the one that takes precedence, if the endpoint finds it, or else the error itself. */
function foremost(fault: unknown, endpoint: Endpoint, ctx: RouterContext<ApiState>, ports: ApiPorts) {
  if (!(fault instanceof Problem) || fault.code !== 'invalid_request') return fault
  const wrong = fault.details.fields ?? {}
  return endpoint.goesFirst?.(ctx.state.sent, wrong, ctx.state.account!, ports) ?? fault
}

function check(endpoint: Endpoint, ctx: RouterContext<ApiState>) {
  const params = endpoint.params?.safeParse(ctx.params)
  // A malformed id cannot name an existing resource.
  if (params?.error) throw problem('not_found')
  const parameters = nestedParameters(endpoint.query, ctx.query)
  const unknown = unknownParameters(endpoint.query, parameters)
  if (unknown !== null) throw invalidFields(unknown)
  const query = endpoint.query?.safeParse(parameters, { reportInput: true })
  if (query?.error) throw invalidFields(problemFields(query.error.issues))
  const body = endpoint.body?.safeParse(ctx.state.sent ?? {}, { reportInput: true })
  if (body?.error) throw invalidFields(problemFields(body.error.issues, endpoint.body))
  return { params: params?.data, query: query?.data, body: body?.data }
}
