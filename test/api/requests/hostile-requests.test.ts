import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'

import { afterEach, describe, expect } from 'vitest'

import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'

let service: TestService
let account: Awaited<ReturnType<TestService['account']>>

/** How many lines had been logged before these requests. */
let logged: number

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  account = await service.account()
  logged = service.logLines.length
})

afterEach(async () => {
  // Whatever came in: the service serves on, and no bug of ours was met.
  expect((await fetch(`${service.url}/livez`)).status).toBe(200)
  expect(service.logLines.slice(logged).filter((line) => line.includes('failed unexpectedly'))).toEqual([])
})

const lines = (...parts: string[]) => `${parts.join('\r\n')}\r\n\r\n`
const get = (target: string, ...headers: string[]) => lines(`GET ${target} HTTP/1.1`, 'Host: x', ...headers)
const getOnce = (target: string, ...headers: string[]) => get(target, 'Connection: close', ...headers)
const post = (...headers: string[]) => lines('POST /api/v1/videos HTTP/1.1', 'Host: x', ...headers)

/** What a smuggler hides behind a first request: answered, it would be a second answer. */
const HIDDEN = get('/livez')

describe('requests that two readers could read differently are refused, and nothing hidden is answered', () => {
  test.each<[string, string]>([
    ['a length and chunks', `${post('Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n${HIDDEN}`],
    ['chunks and a length', `${post('Transfer-Encoding: chunked', 'Content-Length: 4')}0\r\n\r\n${HIDDEN}`],
    ['two lengths', `${post('Content-Length: 0', 'Content-Length: 44')}${HIDDEN}`],
    ['a list of lengths', `${post('Content-Length: 0, 44')}${HIDDEN}`],
    ['a signed length', `${post('Content-Length: +4')}abcd${HIDDEN}`],
    ['a negative length', `${post('Content-Length: -1')}${HIDDEN}`],
    ['a hexadecimal length', `${post('Content-Length: 0x4')}abcd${HIDDEN}`],
    ['a length beyond counting', `${post('Content-Length: 99999999999999999999')}${HIDDEN}`],
    ['an unknown transfer coding', `${post('Transfer-Encoding: xchunked')}0\r\n\r\n${HIDDEN}`],
    ['chunks inside another coding', `${post('Transfer-Encoding: chunked, identity')}0\r\n\r\n${HIDDEN}`],
    ['a blank before the colon', `${post('Transfer-Encoding : chunked')}0\r\n\r\n${HIDDEN}`],
    ['a folded header', `${post('X-A: 1', ' Transfer-Encoding: chunked')}0\r\n\r\n${HIDDEN}`],
    ['a chunk size that is none', `${post('Transfer-Encoding: chunked')}zz\r\n${HIDDEN}`],
    ['a chunk size beyond counting', `${post('Transfer-Encoding: chunked')}ffffffffffffffffff\r\n${HIDDEN}`],
    [
      'a line feed in a chunk extension',
      `${post('Transfer-Encoding: chunked')}1;a\nb\r\nx\r\n0\r\n\r\n${HIDDEN}`,
    ],
    ['bare line feeds', get('/livez').replaceAll('\r\n', '\n') + HIDDEN],
    ['a carriage return inside a header', `${get('/livez', 'X-A: 1\rX-B: 2')}${HIDDEN}`],
    ['NUL inside a header', `${get('/livez', 'X-A: 1\0')}${HIDDEN}`],
    ['no host', `${lines('GET /livez HTTP/1.1')}${HIDDEN}`],
    ['two hosts', `${lines('GET /livez HTTP/1.1', 'Host: a', 'Host: b')}${HIDDEN}`],
    ['an unknown version', `${lines('GET /livez HTTP/3.7', 'Host: x')}${HIDDEN}`],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a method in lower case', `${lines('get /livez HTTP/1.1', 'Host: x')}${HIDDEN}`],
  ])('%s', async (_, bytes) => {
    const answers = await send(bytes)
    expect(answers.map(({ status }) => status)).toEqual([400])
    expect(answers[0]!.body).toMatchObject({ error: { code: 'invalid_request', retryable: false } })
  })
})

describe('requests that are too much are refused', () => {
  test.each<[string, string]>([
    ['a header of 20 kB', get('/livez', `X-A: ${'x'.repeat(20_000)}`)],
    ['4,000 headers', get('/livez', ...Array.from({ length: 4000 }, (_, index) => `X-${index}: 1`))],
    ['an address of 20 kB', get(`/${'x'.repeat(20_000)}`)],
  ])('%s', async (_, bytes) => {
    const [answer] = await send(bytes)
    expect(answer).toMatchObject({ status: 431, body: { error: { code: 'invalid_request' } } })
  })
})

describe('addresses lead nowhere but to what they name', () => {
  test.each([
    ['/media/presenters/../../package.json', 404],
    ['/media/presenters/maya/../../../package.json', 404],
    ['/media/presenters/maya/..%2f..%2f..%2fpackage.json', 404],
    ['/media/presenters/..%2f..%2f/presenter.json', 404],
    ['/media/presenters/maya/presenter.json', 404],
    ['/media/presenters/maya%00/thumbnail.jpg', 404],
    ['/media/voices/../../package.json', 404],
    ['/media/voices/..%2fpresenters%2fmaya/preview.m4a', 404],
    ['/media/voices/flite-slt/preview.m4a%00', 404],
    ['/media/videos/..%2f..%2f/video?expires=1&signature=1', 404],
    [String.raw`/media\..\..\package.json`, 404],
    ['/api/v1/../../livez', 404],
    ['/api/v1/%2e%2e/%2e%2e/livez', 404],
    ['/api/v1//me', 404],
    ['/API/V1/../../etc/passwd', 404],
    ['/%c0%af%c0%ae', 404],
    ['//evil.example/api/v1/me', 404],
    ['http://evil.example/nothing', 404],
  ])('GET %s', async (target, status) => {
    const [answer] = await send(getOnce(target))
    expect(answer).toMatchObject({ status, body: { error: { code: 'not_found' } } })
  })
})

describe('what proxies and browsers may be told by headers changes nothing', () => {
  test.each([
    ['another host', 'X-Forwarded-Host: evil.example'],
    ['another method', 'X-HTTP-Method-Override: DELETE'],
    ['another address', 'X-Original-URL: /api/v1/presenters'],
    ['another protocol', 'Connection: Upgrade\r\nUpgrade: websocket'],
    ['an unknown expectation', 'Expect: a miracle'],
    ['an offer to continue', 'Expect: 100-continue'],
  ])('%s', async (_, header) => {
    const key = `Authorization: Bearer ${account.key}`
    const [answer] = await send(getOnce('/api/v1/presenters', key, header))
    expect(answer!.status).toBe(200)
    expect(answer!.text).not.toContain('evil.example')
    expect(answer!.body).toHaveProperty('data.0.thumbnail_url', expect.stringContaining(service.url))
  })

  test('a foreign page gets no answer that its browser would show it', async () => {
    const key = `Authorization: Bearer ${account.key}`
    const [answer] = await send(getOnce('/api/v1/me', key, 'Origin: https://evil.example'))
    expect(answer!.head.toLowerCase()).not.toContain('access-control')
  })
})

describe('bodies made to hurt are refused', () => {
  const JSON_TYPE = 'Content-Type: application/json'

  test.each<[string, string[], Buffer]>([
    ['32,000 lists inside one another', [], Buffer.from('['.repeat(32_000) + ']'.repeat(32_000))],
    ['a script 16,000 lists deep', [], Buffer.from(`{"script":${'['.repeat(16_000)}${']'.repeat(16_000)}}`)],
    ['a foreign prototype', [], Buffer.from('{"__proto__":{"script":"Hi."},"constructor":{"prototype":{}}}')],
    ['a bomb of zeros', ['Content-Encoding: gzip'], gzipSync(Buffer.alloc(50_000_000, '0'))],
    ['bytes that are no gzip', ['Content-Encoding: gzip'], Buffer.from('{"script":"Hi."}')],
    ['an unknown packing', ['Content-Encoding: rot13'], Buffer.from('{"script":"Hi."}')],
    ['bytes that are no UTF-8', [], Buffer.from([0x22, 0xff, 0xfe, 0x22])],
    ['half of it', [], Buffer.from('{"script":"Hi')],
    ['70,000 bytes', [], Buffer.from(`{"script":"${'x'.repeat(70_000)}"}`)],
    ['a number', [], Buffer.from('17')],
    ['a null', [], Buffer.from('null')],
  ])('%s', async (_, headers, body) => {
    const key = `Authorization: Bearer ${account.key}`
    const head = post(key, JSON_TYPE, ...headers, `Content-Length: ${body.length}`, 'Connection: close')
    const [answer] = await send(Buffer.concat([Buffer.from(head), body]))
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } })
    expect(answer!.text.length).toBeLessThan(5000)
  })

  test('a body that ends early leaves nothing behind', async () => {
    const key = `Authorization: Bearer ${account.key}`
    await send(
      `${post(key, JSON_TYPE, 'Content-Length: 500')}{"script":"Hello there.","presenter_id":"maya"}`,
      true,
    )
    const noted = 'select 1 from video_requests where account_id = $1'
    expect(await service.query(noted, [account.accountId])).toEqual([])
    expect((await account.request('GET', '/videos')).body.data).toEqual([])
  })
})

test('a tunnel through the service is not dug', async () => {
  expect(await send('CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: 127.0.0.1:22\r\n\r\n')).toEqual([])
})

interface RawAnswer {
  readonly status: number
  readonly head: string
  readonly text: string
  readonly body: unknown
}

/** All that comes back, until the server closes, for bytes that no HTTP client would send. */
async function send(bytes: string | Buffer, hangUp = false): Promise<RawAnswer[]> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  const closed = new Promise<void>((resolve) => {
    // Cut off in the middle of what it was sending: what came before still counts.
    socket.on('error', () => undefined)
    socket.on('close', () => resolve())
  })
  socket.write(bytes)
  if (hangUp) socket.end()
  await closed
  const answers = Buffer.concat(chunks)
    .toString()
    .split(/(?=^HTTP\/1\.1 \d{3})/mu)
  return answers.filter(Boolean).flatMap((answer) => {
    const [head = '', text = ''] = answer.split('\r\n\r\n')
    const status = Number(head.slice(9, 12))
    // An interim answer announces another one.
    return status === 100 ? [] : [{ status, head, text, body: parse(text) }]
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
