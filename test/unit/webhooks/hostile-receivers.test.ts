import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createTlsServer } from 'node:https'
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'

import { afterEach, describe, expect, test } from 'vitest'

import type { WebhookOutcome } from '../../../src/domain/webhook/webhook-delivery.ts'
import { createAddressGuard } from '../../../src/net/guard.ts'
import { createWebhookSender } from '../../../src/webhooks/sender.ts'
import { newSigningSecret } from '../../../src/webhooks/sign.ts'
import {
  AUTHORITY,
  EXPIRED_CERTIFICATE,
  OTHER_HOSTS_CERTIFICATE,
  RIGHT_CERTIFICATE,
  SERVER_KEY,
} from './certificates.ts'
import { SELF_SIGNED } from './self-signed.ts'
import { FROM_SOURCE } from '../../../scripts/support/from-source.ts'

/** Short enough to wait for; none but those that never end takes as long. */
const LIMIT_MS = 500

const OK = 'HTTP/1.1 200 OK\r\n'
const EARLY_HINT = 'HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n'
const closers: (() => Promise<unknown>)[] = []
afterEach(() => Promise.all(closers.splice(0).map((close) => close())))

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((done) => server.close(done))
  })
  return (server.address() as AddressInfo).port
}

/** A receiver that speaks so, once it has been spoken to; what came of it once both sides have hung up. */
async function sendTo(speak: (socket: Socket) => void): Promise<WebhookOutcome> {
  let hungUp: Promise<unknown> | undefined
  const server = createServer((socket) => {
    hungUp = new Promise((resolve) => socket.once('close', resolve))
    socket.once('data', () => speak(socket))
  })
  const url = `http://127.0.0.1:${await listen(server)}/`
  const guard = createAddressGuard({ allowCidrs: ['127.0.0.0/8'] })
  const sender = createWebhookSender({ guard, version: '0', now: () => new Date(), attemptLimitMs: LIMIT_MS })
  const secrets = [newSigningSecret()] as const
  const outcome = await sender.send({ eventId: 'evt_1', url, secrets, body: '{}', sentAt: new Date() })
  await hungUp
  return outcome
}

/** Says the same thing over and over, as fast as the other side takes it. */
function pour(socket: Socket, text: string): void {
  const more = () => {
    while (socket.writable && socket.write(text));
  }
  socket.on('drain', more)
  more()
}

/** A success with what follows its status line. */
const ok = (rest: string) => (socket: Socket) => void socket.end(OK + rest)
const saying = (text: string) => (socket: Socket) => void socket.end(text)

describe('a receiver whose status came is taken at its word, and hung up on, when it', () => {
  test.each<[string, (socket: Socket) => void, Partial<WebhookOutcome>]>([
    ['says less than it announced', ok('content-length: 1000\r\n\r\nhi'), { responseExcerpt: 'hi' }],
    ['says more than it announced', ok('content-length: 2\r\n\r\nhi and more'), { responseExcerpt: 'hi' }],
    [
      'breaks the form of its chunks',
      ok('transfer-encoding: chunked\r\n\r\nzz\r\nhi'),
      { responseExcerpt: '' },
    ],
    [
      'announces an endless chunk',
      ok(`transfer-encoding: chunked\r\n\r\n${'f'.repeat(40)}\r\n`),
      { status: 200 },
    ],
    [
      'resets in the middle of its body',
      (socket) => socket.write(`${OK}content-length: 1000\r\n\r\nhi`, () => socket.resetAndDestroy()),
      { status: 200 },
    ],
    ['sends a thousand early hints first', saying(`${EARLY_HINT.repeat(1_000)}${OK}\r\n`), { status: 200 }],
    [
      'sends a second answer behind a failure',
      saying(`HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n${OK}content-length: 0\r\n\r\n`),
      { delivered: false, status: 500 },
    ],
    [
      'redirects inside, and pours out a body with it',
      (socket) =>
        pour(socket, 'HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\n\r\n'.padEnd(65_536, 'x')),
      { delivered: false, status: 302 },
    ],
  ])('%s', async (_what, speak, expected) => {
    expect(await sendTo(speak)).toMatchObject({ delivered: true, error: null, ...expected })
  })
})

describe('a receiver that never says a status it could be taken at is a failure in words, when it', () => {
  test.each<[string, (socket: Socket) => void, RegExp]>([
    ['asks to go on', saying(`HTTP/1.1 100 Continue\r\n\r\n${OK}\r\n`), /closed before a response/u],
    [
      'switches protocols',
      saying('HTTP/1.1 101 X\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
      /closed before/u,
    ],
    ['is processing', (socket) => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), /in time/u],
    ['hints for ever', (socket) => pour(socket, EARLY_HINT.repeat(100)), /in time/u],
    ['has the status 000', saying('HTTP/1.1 000 X\r\n\r\n'), /not valid HTTP/u],
    ['has the status 099', saying('HTTP/1.1 099 X\r\n\r\n'), /not valid HTTP/u],
    ['has the status 1000', saying('HTTP/1.1 1000 X\r\n\r\n'), /not valid HTTP/u],
    ['announces a negative length', ok('content-length: -2\r\n\r\nhi'), /not valid HTTP/u],
    ['announces two lengths', ok('content-length: 2\r\ncontent-length: 5\r\n\r\nhi'), /not valid HTTP/u],
    [
      'announces a length beyond numbers',
      ok(`content-length: ${'9'.repeat(30)}\r\n\r\nhi`),
      /not valid HTTP/u,
    ],
    ['speaks HTTP/0.9', saying('<html>hello</html>'), /not valid HTTP/u],
    ['speaks HTTP/2 in letters', saying('HTTP/2 200 OK\r\n\r\n'), /not valid HTTP/u],
    [
      'pours out headers',
      (socket) => {
        socket.write(OK)
        pour(socket, 'a: b\r\n'.repeat(1_000))
      },
      /headers are too large/u,
    ],
  ])('%s', async (_what, speak, reason) => {
    const outcome = await sendTo(speak)
    expect(outcome).toMatchObject({ delivered: false, status: null, responseExcerpt: '' })
    expect(outcome.error).toMatch(reason)
  })
})

test('a compressed body is not unpacked: 4 kB of it are shown, whatever it would become', async () => {
  const bomb = gzipSync(Buffer.alloc(32_000_000, 'bomb'))
  const { responseExcerpt } = await sendTo((socket) => {
    socket.write(`${OK}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`)
    socket.write(bomb)
  })
  expect(bomb.length).toBeGreaterThan(4_096)
  expect(responseExcerpt).not.toContain('bomb')
  expect(responseExcerpt.length).toBeLessThanOrEqual(4_096)
})

describe('TLS', () => {
  test('is refused for its own reason to the wrong host, the expired, the self-signed and the one without it', async () => {
    const receiver = async (cert: string, key: string) => {
      const server = createTlsServer({ cert, key }, (_request, response) => response.end('welcome'))
      return `https://127.0.0.1:${await listen(server)}/`
    }
    const plain = createServer((socket) => socket.end(`${OK}content-length: 0\r\n\r\n`))
    const outcomes = await sendTrusting(AUTHORITY, [
      await receiver(RIGHT_CERTIFICATE, SERVER_KEY),
      await receiver(OTHER_HOSTS_CERTIFICATE, SERVER_KEY),
      await receiver(EXPIRED_CERTIFICATE, SERVER_KEY),
      await receiver(SELF_SIGNED.cert, SELF_SIGNED.key),
      `https://127.0.0.1:${await listen(plain)}/`,
    ])
    expect(outcomes.map(({ status, error, responseExcerpt }) => [status, error, responseExcerpt])).toEqual([
      [200, null, 'welcome'],
      [null, 'TLS failed: the certificate is for another host', ''],
      [null, 'TLS failed: the certificate has expired', ''],
      [null, 'TLS failed: the certificate is self-signed', ''],
      [null, 'TLS failed: the receiver violated the protocol', ''],
    ])
  })
})

/** Sends from a process that trusts one authority more than others do. */
async function sendTrusting(authority: string, urls: readonly string[]): Promise<WebhookOutcome[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'authority-'))
  closers.push(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'authority.pem')
  await writeFile(file, authority)
  const program = fileURLToPath(new URL('send-program.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [...FROM_SOURCE, program, ...urls], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: file },
  })
  return JSON.parse(stdout) as WebhookOutcome[]
}
