import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test, vi } from 'vitest'
import { createAddressGuard } from '../../../src/net/guard.ts'
import { createWebhookSender } from '../../../src/webhooks/sender.ts'
import type { WebhookSenderOptions } from '../../../src/webhooks/sender.ts'
import { newSigningSecret, verifyWebhook } from '../../../src/webhooks/sign.ts'
import { SELF_SIGNED } from './self-signed.ts'

/** Short enough to wait for, long enough that nothing else in these tests takes as long. */
const LIMIT_MS = 250

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all(closers.splice(0).map((close) => close()))
})

/** Starts a server on a free port of 127.0.0.1; it ends with the test. */
async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((done) => server.close(() => done()))
  })
  return (server.address() as AddressInfo).port
}

/** A receiver that answers as told; the URL to send to. */
async function receiver(answer: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(answer))}/hook`
}

const answering = (status: number, headers: Record<string, string> = {}, body = '') =>
  receiver((_request, response) => response.writeHead(status, headers).end(body))

const secret = newSigningSecret()

function send(url: string, options: Partial<WebhookSenderOptions> = {}) {
  const guard = createAddressGuard({ allowCidrs: ['127.0.0.0/8'] })
  const sender = createWebhookSender({ guard, version: '1.2.3', now: () => new Date(), ...options })
  return sender.send({
    eventId: 'evt_1',
    url,
    secrets: [secret],
    body: '{"event":"video.ready"}',
    sentAt: new Date(),
  })
}

test('the receiver gets a POST with the very body, signed, from us', async () => {
  let seen: { method: unknown; headers: IncomingMessage['headers']; rawBody: string } | undefined
  const url = await receiver((request, response) => {
    void text(request).then((rawBody) => {
      seen = { method: request.method, headers: request.headers, rawBody }
      response.end('thanks')
    })
  })
  expect(await send(url)).toMatchObject({
    delivered: true,
    status: 200,
    responseExcerpt: 'thanks',
    error: null,
  })
  expect(seen).toMatchObject({
    method: 'POST',
    rawBody: '{"event":"video.ready"}',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'presenter-video-api/1.2.3',
      'webhook-id': 'evt_1',
    },
  })
  const { headers = {}, rawBody = '' } = seen ?? {}
  expect(verifyWebhook({ headers, rawBody, secret, now: new Date() })).toBe(true)
})

test('what was sent is told without signatures, and nothing is told of what was not sent', async () => {
  const { requestHeaders } = await send(await answering(204))
  expect(requestHeaders).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': 'evt_1',
    'X-Service-Signature': '[removed]',
    'webhook-signature': '[removed]',
  })
  expect(Object.keys(requestHeaders ?? {})).toHaveLength(7)
  expect(await send('https://10.0.0.1/hook')).toMatchObject({ delivered: false, requestHeaders: null })
})

test.each([200, 201, 204, 299])('the status %i is a success', async (status) => {
  expect(await send(await answering(status))).toMatchObject({
    delivered: true,
    status,
    error: null,
    gone: false,
  })
})

test.each([304, 400, 401, 404, 409, 500, 502])('the status %i is a failure', async (status) => {
  expect(await send(await answering(status))).toMatchObject({
    delivered: false,
    status,
    error: null,
    gone: false,
  })
})

test('410 says that the receiver is gone', async () => {
  expect(await send(await answering(410))).toMatchObject({ delivered: false, status: 410, gone: true })
})

test.each([301, 302, 303, 307, 308])(
  'a redirect (%i) to the inside is a failure and not followed',
  async (status) => {
    let followed = 0
    const inside = await receiver((_request, response) => {
      followed++
      response.end()
    })
    const url = await answering(status, { location: inside })
    expect(await send(url)).toMatchObject({ delivered: false, status })
    expect(followed).toBe(0)
  },
)

test.each([
  [429, '7', 7],
  [503, 'Sat, 21 Nov 2026 10:01:00 GMT', 60],
  [503, '999999', 86_400],
  [500, '7', null],
  [200, '7', null],
])('%i with Retry-After %s asks for %s seconds', async (status, header, seconds) => {
  const url = await answering(status, { 'retry-after': header })
  const outcome = await send(url, { now: () => new Date('2026-11-21T10:00:00Z') })
  expect(outcome.retryAfterSeconds).toBe(seconds)
})

test('a receiver that never answers ends the attempt at the limit', async () => {
  const url = await receiver(() => undefined)
  expect(await send(url, { attemptLimitMs: LIMIT_MS })).toMatchObject({
    delivered: false,
    status: null,
    error: 'no response arrived in time',
  })
})

test('a receiver that drips headers ends the attempt at the limit', async () => {
  const port = await listen(
    createTcpServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const drip = setInterval(() => socket.write('X-Drip: 1\r\n'), 20)
      socket.on('close', () => clearInterval(drip))
    }),
  )
  const outcome = await send(`http://127.0.0.1:${port}/`, { attemptLimitMs: LIMIT_MS })
  expect(outcome).toMatchObject({ delivered: false, status: null, error: 'no response arrived in time' })
})

test('a receiver that accepts and then drips its body is let go at the limit, its status counts', async () => {
  const url = await receiver((_request, response) => {
    const drip = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(drip))
  })
  const outcome = await send(url, { attemptLimitMs: LIMIT_MS })
  expect(outcome).toMatchObject({ delivered: true, status: 200, error: null })
  expect(outcome.responseExcerpt).toMatch(/^\.+$/u)
})

test('a flood is cut off after 4 kB, and the receiver notices', async () => {
  let closed: Promise<unknown> | undefined
  const url = await receiver((_request, response) => {
    closed = once(response, 'close')
    const pour = () => {
      while (response.write('x'.repeat(65_536)));
    }
    response.on('drain', pour)
    pour()
  })
  const outcome = await send(url)
  expect(closed).toBeDefined()
  await closed
  expect(outcome).toMatchObject({ delivered: true, status: 200 })
  expect(outcome.responseExcerpt).toBe('x'.repeat(4_096))
})

test('a body that breaks off leaves the status and what came', async () => {
  const url = await receiver((_request, response) => {
    response.writeHead(500, { 'content-length': '1000' })
    response.write('half', () => response.destroy())
  })
  expect(await send(url)).toMatchObject({
    delivered: false,
    status: 500,
    responseExcerpt: 'half',
    error: null,
  })
})

test('an excerpt holds no control characters and no halves of characters', async () => {
  const url = await answering(400, {}, `\0\u001B[31mred\r\n\t` + 'é'.repeat(4_096))
  const { responseExcerpt } = await send(url)
  expect(responseExcerpt).toMatch(/^\uFFFD\uFFFD\[31mred\r\n\té+$/u)
})

const tcp = (onConnection: (socket: Socket) => void) => async () =>
  `http://127.0.0.1:${await listen(createTcpServer(onConnection))}/`

test.each<[string, () => Promise<string>, RegExp]>([
  ['closes without a word', tcp((socket) => socket.end()), /closed before a response/u],
  ['resets', tcp((socket) => socket.resetAndDestroy()), /(?:reset|closed) before a response/u],
  ['speaks no HTTP', tcp((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n')), /not valid HTTP/u],
  [
    'sends endless headers',
    tcp((socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(99_999)}`)),
    /headers are too large/u,
  ],
  ['shows a certificate nobody trusts', untrusted, /certificate is self-signed/u],
  ['speaks no TLS', async () => (await answering(200)).replace('http:', 'https:'), /TLS failed/u],
  ['is not there', unused, /connection was refused/u],
])('a receiver that %s is an outcome with its reason, not an exception', async (_what, start, reason) => {
  const outcome = await send(await start())
  expect(outcome).toMatchObject({
    delivered: false,
    status: null,
    responseExcerpt: '',
    retryAfterSeconds: null,
  })
  expect(outcome.error).toMatch(reason)
})

async function untrusted(): Promise<string> {
  const server = createTlsServer(SELF_SIGNED, (_request: IncomingMessage, response: ServerResponse) =>
    response.end(),
  )
  return `https://127.0.0.1:${await listen(server)}/`
}

async function unused(): Promise<string> {
  const port = await listen(createTcpServer())
  await closers.pop()?.()
  return `http://127.0.0.1:${port}/`
}

test('a receiver that never finishes the TLS handshake ends the attempt at the limit', async () => {
  const port = await listen(createTcpServer())
  const outcome = await send(`https://127.0.0.1:${port}/`, { attemptLimitMs: LIMIT_MS })
  expect(outcome).toMatchObject({ delivered: false, status: null, error: 'no response arrived in time' })
})

test('a name is called at the address that was checked, under its own name', async () => {
  let host: string | undefined
  const url = await receiver((request, response) => {
    host = request.headers.host
    response.end()
  })
  const { port } = new URL(url)
  const guard = createAddressGuard({
    allowCidrs: ['127.0.0.0/8'],
    resolve: () => Promise.resolve(['127.0.0.1']),
  })
  expect(await send(`http://hooks.test:${port}/`, { guard })).toMatchObject({ delivered: true })
  expect(host).toBe(`hooks.test:${port}`)
})

test('proxy settings of the environment are not used', async () => {
  let proxied = 0
  const proxy = await receiver((_request, response) => {
    proxied++
    response.end()
  })
  for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY']) vi.stubEnv(name, proxy)
  vi.stubEnv('NODE_USE_ENV_PROXY', '1')
  expect(await send(await answering(202))).toMatchObject({ delivered: true, status: 202 })
  expect(proxied).toBe(0)
})

test('how long the attempt took is told in whole milliseconds', async () => {
  const { durationMs } = await send(await receiver(() => undefined), { attemptLimitMs: LIMIT_MS })
  expect(Number.isInteger(durationMs)).toBe(true)
  expect(durationMs).toBeGreaterThan(0)
})
