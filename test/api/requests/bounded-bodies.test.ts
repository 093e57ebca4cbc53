import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { CONSOLE_ENDPOINTS, CONSOLE_PREFIX } from '../../../src/api/console/endpoints.ts'
import type { Endpoint } from '../../../src/api/contract/endpoint.ts'
import { API_PREFIX, ENDPOINTS } from '../../../src/api/v1/endpoints.ts'
import { createAnswerBrokenRequest } from '../../../src/api/broken-requests.ts'
import { TAKE_PARTS } from '../../../src/domain/twin/twin-take.ts'
import { listen } from '../../../src/process/http-server.ts'
import type { RunningHttpServer } from '../../../src/process/http-server.ts'
import { DECLARED, watchRoutes } from '../../support/http/all-routes.ts'
import type { Route } from '../../support/http/all-routes.ts'
import { startTwin } from '../../support/twin/recorded-twin.ts'
import { sendBody } from '../../support/http/send-body.ts'
import type { BodyWay } from '../../support/http/send-body.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { signedIn } from '../../support/http/signed-in.ts'
import { startStripeServer } from '../../support/stripe/server.ts'
import type { StripeServer } from '../../support/stripe/server.ts'

const CODEC_SECRET = 'a secret that only operators have'

/** As the service's, but for the time that a whole request may take: a body that is kept back ends by it. */
const PATIENCE = {
  headersMs: 4_000,
  requestMs: 4_000,
  idleMs: 60_000,
  mostConnections: 2_000,
  checkEveryMs: 50,
  drainMs: 1_000,
}

/** Far more than any route reads, and than the process may come to hold. */
const FLOOD_BYTES = 16 * 1024 * 1024
/** What all routes together may hold at a time: the two that take eight megabytes, and the others. */
const MOST_HELD_BYTES = 48 * 1024 * 1024

let service: TestService
let stripe: StripeServer
/** The same service behind a server that waits for nobody long. */
let http: RunningHttpServer
let routes: Route[]
/** Without the hundreds of pages and pictures that one function answers. */
const lastingOf = (endpoints: readonly Endpoint[], prefix: string) =>
  endpoints.filter(({ lasts }) => lasts).map(({ path }) => prefix + path)
const LASTING = [...lastingOf(CONSOLE_ENDPOINTS, CONSOLE_PREFIX), ...lastingOf(ENDPOINTS, API_PREFIX)]

let distinct: Route[]
/** What a request needs to get as far as its body, by the beginning of its path. */
let admittedBy: readonly (readonly [string, Readonly<Record<string, string>>])[]
let takeId: string

beforeAll(async () => {
  stripe = await startStripeServer()
  const settings = {
    baseUrl: stripe.url,
    secretKey: 'sk_test_of_this_test',
    webhookSecret: 'whsec_of_this_test',
    prices: new Map([['starter', 'price_starter']]),
  }
  service = await startTestService({
    worker: false,
    config: { stripe: settings, temporalCodecSecret: CODEC_SECRET },
  })
  const watched = watchRoutes()
  http = await listen('127.0.0.1', 0, PATIENCE)
  http.answerWith(await service.app.createAnswer(), createAnswerBrokenRequest(http.url))
  routes = watched.routes()
  distinct = routes.filter(({ method, path }) => method !== 'HEAD' && !path.startsWith('/docs/'))
  watched.stop()

  const account = await service.account('scale')
  const owner = await signedIn(service, account, { isOperator: true })
  const twin = await startTwin(service, owner)
  const { body } = await twin.ask('POST', '/takes', { part: TAKE_PARTS[1], content_type: 'video/webm' })
  takeId = body.id
  const fromOurPages = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' }
  admittedBy = [
    [
      '/api/console',
      { ...fromOurPages, Cookie: `${owner.cookie}; ${twin.cookie}`, 'X-Recording-Token': twin.token },
    ],
    ['/api/auth', fromOurPages],
    ['/api/v1', { Authorization: `Bearer ${account.key}`, 'Content-Type': 'application/json' }],
    ['/mcp', { Authorization: `Bearer ${account.key}`, 'Content-Type': 'application/json' }],
    ['/temporal-codec', { Authorization: `Basic ${btoa(`temporal:${CODEC_SECRET}`)}` }],
  ]
  await twin.close()
})
afterAll(async () => {
  await http.stop()
  await service.stop()
  await stripe.stop()
})

/** Sends a body to a route as somebody whom it would answer. */
function send({ method, path }: Route, way: BodyWay) {
  const target = path
    .replace('takes/:id', `takes/${takeId}`)
    .replace(':number', '0')
    .replace('*path', 'nothing')
    .replaceAll(/:\w+/gu, 'none')
  const headers = admittedBy.find(([start]) => path.startsWith(start))?.[1] ?? {}
  return sendBody(`${http.url}${target}`, method, headers, way)
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])
const taking = DECLARED.filter(({ bodyBytes }) => bodyBytes > 0)

test('every route that could change something says how much of a body it reads', () => {
  const known = new Set(DECLARED.map(({ method, path }) => `${method} ${path}`))
  const others = routes.filter(({ method, path }) => !known.has(`${method} ${path}`))
  expect(others.filter(({ method }) => !READING.has(method))).toEqual([])
  // And there is nothing declared that is not there.
  const there = new Set(routes.map(({ method, path }) => `${method} ${path}`))
  expect([...known].filter((route) => !there.has(route))).toEqual([])
})

describe('a body one byte too long is refused by every route that takes one', () => {
  test.each([
    ['with its length', { announced: true, keepsLastBack: false }],
    ['in chunks', { announced: false, keepsLastBack: false }],
    ['with its length, its last byte kept back', { announced: true, keepsLastBack: true }],
    ['in chunks, its last byte kept back', { announced: false, keepsLastBack: true }],
  ])('%s', async (_, way) => {
    const answers = await Promise.all(
      taking.map(async (route) => {
        const { status, body } = await send(route, { bytes: route.bodyBytes + 1, ...way })
        return { route: `${route.method} ${route.path}`, status, code: codeOf(body) }
      }),
    )
    const refused = way.announced || !way.keepsLastBack ? [400, 'too_long'] : [408, 'invalid']
    expect(answers.filter(({ status, code }) => status !== refused[0] || code !== refused[1])).toEqual([])
  })
})

test('a body of exactly that length is refused by no route for its length', async () => {
  const answers = await Promise.all(
    taking.map((route) => send(route, { bytes: route.bodyBytes, announced: false, keepsLastBack: false })),
  )
  expect(answers.filter(({ body }) => codeOf(body) === 'too_long')).toEqual([])
})

test('a route that takes no body answers without one', async () => {
  // An answer that lasts is begun, and cut off when the rest of the request does not come.
  const others = distinct.filter(({ method, path }) => !isTaking(method, path) && !LASTING.includes(path))
  const way = { bytes: 100_000, announced: false, keepsLastBack: true }
  const answers = await Promise.all(others.map((route) => send(route, way)))
  expect(answers.map(({ status }) => status).filter((status) => status === 408 || status >= 500)).toEqual([])
})

test('no flood of any route fills the memory of the process', async () => {
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  const watching = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers)), 5)
  await Promise.allSettled(
    distinct.map((route) => send(route, { bytes: FLOOD_BYTES, announced: false, keepsLastBack: false })),
  )
  clearInterval(watching)
  expect(most - before).toBeLessThan(MOST_HELD_BYTES)
  expect((await fetch(`${http.url}/livez`)).status).toBe(200)
})

function isTaking(method: string, path: string): boolean {
  return taking.some((route) => route.method === method && route.path === path)
}

/** What is said of the body, or of the request as a whole. */
function codeOf(
  body: { error?: { fields?: Record<string, { code: string }> } } | string,
): string | undefined {
  const fields = typeof body === 'string' ? undefined : body.error?.fields
  return (fields?.['body'] ?? fields?.['request'])?.code
}
