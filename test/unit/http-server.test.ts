import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { PassThrough, Readable } from 'node:stream'

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { createAnswerBrokenRequest } from '../../src/api/broken-requests.ts'
import { listen } from '../../src/process/http-server.ts'
import type { RunningHttpServer } from '../../src/process/http-server.ts'
import { PATIENTLY } from '../support/run/patiently.ts'

/** Short, but for what a test is not about. */
const PATIENCE = {
  headersMs: 200,
  requestMs: 400,
  idleMs: 30_000,
  mostConnections: 100,
  checkEveryMs: 50,
  drainMs: 30_000,
}

let server: RunningHttpServer

beforeAll(async () => {
  server = await listen('127.0.0.1', 0, PATIENCE)
  server.answerWith((request, response) => {
    request.resume().on('end', () => response.end('done'))
  }, createAnswerBrokenRequest('http://127.0.0.1'))
})
afterAll(() => server.stop())

describe('a client that is too slow is told so and cut off', () => {
  test.each([
    ['with its first line', 'GET / HT'],
    ['with its headers', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: 1'],
    ['with its body', 'POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc'],
    ['with its chunks', 'POST /chunks HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n'],
  ])('%s', async (_, bytes) => {
    const answer = await untilClosed(bytes)
    expect(answer).toMatch(/^HTTP\/1\.1 408 /u)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      error: { code: 'invalid_request' },
    })
  })
})

test('an expectation that nobody knows is left out of account', async () => {
  const answer = await untilClosed(
    'GET / HTTP/1.1\r\nHost: x\r\nExpect: a miracle\r\nConnection: close\r\n\r\n',
  )
  expect(answer).toMatch(/^HTTP\/1\.1 200 /u)
})

/** What the server says to these bytes and to nothing more, until it closes. */
async function untilClosed(bytes: string, { url } = server): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(bytes)
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  return answer
}

/** More than all buffers on the way to the client hold. */
const endless = () => Readable.from(forEver(Buffer.alloc(1_000_000)))

describe('a client that reads', () => {
  const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

  test('nothing of its answer is cut off, and what it was to read is closed', async () => {
    const body = endless()
    const slow = await start(
      { idleMs: 100 },
      (_request, response) => void body.pipe(response.on('close', () => body.destroy())),
    )
    const client = visit(slow)
    client.pause().write(GET)
    await once(body, 'close')
  })

  test('on and on may take longer than one that stands still', async () => {
    const idleMs = 100
    const patient = await start({ idleMs }, (_request, response) => void endless().pipe(response))
    const client = visit(patient)
    client.write(GET)
    const longEnough = performance.now() + 5 * idleMs
    do await once(client, 'data')
    while (performance.now() < longEnough)
    expect(client.destroyed).toBe(false)
  })
})

test('one connection too many is closed at once, and there is room again when another ends', async () => {
  const small = await start({ mostConnections: 2 }, (_request, response) => response.end('done'))
  const first = visit(small)
  await once(first, 'connect')
  await once(visit(small), 'connect')
  await once(visit(small).resume(), 'close')
  first.destroy()
  const request = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  await expect.poll(() => untilClosed(request, small), PATIENTLY).toMatch(/^HTTP\/1\.1 200 /u)
})

describe('a server that stops', () => {
  const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

  test('lets a download end, and then closes its connection at once', async () => {
    const body = new PassThrough()
    const server = await start({}, (_request, response) => void body.pipe(response))
    const client = visit(server)
    client.write(GET)
    body.write('first half, ')
    await once(client, 'data')
    const stopped = server.stop()
    let rest = ''
    client.on('data', (bytes: Buffer) => (rest += bytes.toString()))
    body.end('second half')
    await stopped
    await expect.poll(() => client.closed, PATIENTLY).toBe(true)
    expect(rest).toContain('second half')
  })

  test('does not wait for a connection on which nothing was sent, as browsers open them ahead', async () => {
    const server = await start({ drainMs: 3_600_000 }, (_request, response) => response.end('done'))
    const client = visit(server)
    await once(client, 'connect')
    await server.stop()
    await expect.poll(() => client.closed, PATIENTLY).toBe(true)
  })

  test('cuts off a download that takes for ever', async () => {
    const server = await start({ drainMs: 100 }, (_request, response) => void endless().pipe(response))
    const client = visit(server)
    client.write(GET)
    await once(client, 'data')
    client.resume()
    await server.stop()
    await expect.poll(() => client.closed, PATIENTLY).toBe(true)
  })
})

async function start(
  patience: Partial<typeof PATIENCE>,
  answer: RequestListener,
): Promise<RunningHttpServer> {
  const started = await listen('127.0.0.1', 0, { ...PATIENCE, ...patience })
  onTestFinished(() => started.stop())
  started.answerWith(answer, () => undefined)
  return started
}

/** A connection that ends with the test. */
function visit({ url }: RunningHttpServer): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  return socket.on('error', () => undefined)
}

function* forEver(piece: Buffer): Generator<Buffer> {
  for (;;) yield piece
}
