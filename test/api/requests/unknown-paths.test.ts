import { connect } from 'node:net'
import { describe, expect } from 'vitest'

import type { ApiAnswer } from '../../support/service/client.ts'
import { expectProblem } from '../../support/http/expect-problem.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'

let service: TestService
let account: Awaited<ReturnType<TestService['account']>>

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  account = await service.account()
})

describe('404 not_found', () => {
  test.each([
    '/api/v1',
    '/api/v1/',
    '/api/v2/videos',
    '/api/v1/nothing',
    '/api/v1/videos/vid_1/more',
    '/api/v1/%00',
    '/api/v1/%ff%fe',
    '/api/v1/%',
    '/api/v1/..%2f..%2fetc%2fpasswd',
    `/api/v1/${'x'.repeat(4000)}`,
    '/nothing.ico',
    '/media/..%2f..%2fpackage.json',
  ])('there is nothing at %s', async (path) => {
    expectProblem(await at('GET', path), 'not_found')
  })

  test.each([
    '/API/v1/me',
    '/api/V1/me',
    '/api/v1/Me',
    '/api/v1/me/',
    '/api/v1/videos/',
    '/api/v1/videos/vid_1/',
    '/Livez',
    '/readyz/',
    '/PLAN',
    '/plan/',
    '/Docs',
    '/docs/',
    '/docs/errors/',
    '/OPENAPI.json',
    '/llms.txt/',
    '/sdk/',
    '/sdk/presenter-video.tgz/',
    '/sdk/presenter_video-1.0.0-py3-none-any.whl/',
    '/sdk/Presenter-Video.tgz',
    '/MEDIA/presenters/maya/thumbnail.jpg',
    '/media/Presenters/maya/thumbnail.jpg',
    '/media/presenters/maya/thumbnail.jpg/',
    '/media/sets/office/thumbnail.jpg/',
    '/media/voices/flite-slt/Preview.m4a',
  ])('a path has one spelling, so there is nothing at %s', async (path) => {
    expectProblem(await at('GET', path), 'not_found')
  })

  test.each(['%00', '%ff', '%', '..%2f..%2fme', "'%20or%201=1--", 'vid_1%00', 'ü', 'x'.repeat(4000)])(
    'no video can have the id %s',
    async (id) => {
      for (const method of ['GET', 'DELETE']) {
        expectProblem(await account.request(method, `/videos/${id}`), 'not_found')
      }
    },
  )
})

describe('405 of a path that answers to other methods', () => {
  test.each([
    ['POST', '/me', 'GET, HEAD'],
    ['OPTIONS', '/me', 'GET, HEAD'],
    ['PUT', '/videos', 'GET, HEAD, POST'],
    ['OPTIONS', '/videos', 'GET, HEAD, POST'],
    ['PUT', '/videos/vid_1', 'DELETE, GET, HEAD, PATCH'],
    ['DELETE', '/presenters', 'GET, HEAD'],
  ])('%s %s is told which', async (method, path, allow) => {
    const answer = await account.request(method, path)
    expect(answer.status).toBe(405)
    expect(answer.headers.get('Allow')).toBe(allow)
    expectProblem({ ...answer, status: 400 }, 'invalid_request', { method: 'invalid' })
  })
})

describe('HEAD', () => {
  test.each([
    ['/me', 200],
    ['/videos', 200],
    ['/videos/vid_1', 404],
  ])('%s answers %i with the headers of GET and no body', async (path, status) => {
    const answer = await account.request('HEAD', path)
    expect(answer).toMatchObject({ status, body: '' })
    expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/u)
  })
})

describe('every answer', () => {
  test('has a request id of its own and keeps caches and browsers out', async () => {
    const [one, other] = await Promise.all([at('GET', '/nothing'), at('GET', '/api/v1/me')])
    expect(one.headers.get('X-Request-Id')).toMatch(/^req_[0-9a-f]{32}$/u)
    expect(other.headers.get('X-Request-Id')).not.toBe(one.headers.get('X-Request-Id'))
    expect(one.headers.get('Cache-Control')).toBe('no-store')
    expect(one.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(one.headers.get('X-Powered-By')).toBeNull()
  })

  test('returns the request id that the client gave, beside ours', async () => {
    const { headers } = await fetch(`${service.url}/api/v1/me`, { headers: { 'X-Request-Id': 'order-1042' } })
    expect(headers.get('X-Client-Request-Id')).toBe('order-1042')
    expect(headers.get('X-Request-Id')).toMatch(/^req_[0-9a-f]{32}$/u)
  })

  test.each([
    ['is no HTTP', 'HELLO\r\n\r\n', 400],
    ['has headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['has a method of its own', 'BREW /api/v1/me HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ])('to what %s is an error object too', async (_, request, status) => {
    const { head, body } = await raw(request)
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `, 'u'))
    expect(JSON.parse(body)).toMatchObject({ error: { code: 'invalid_request', retryable: false } })
  })
})

describe('the operator’s paths', () => {
  test('say that the process lives and that all it needs is there', async () => {
    expect((await at('GET', '/livez')).body).toEqual({ status: 'alive' })
    expect((await at('GET', '/readyz')).body).toEqual({
      status: 'ready',
      checks: { postgresql: 'ready', temporal: 'ready', media: 'ready', workers: 'ready' },
    })
  })
})

/** A request to any path of the server, without a key. */
async function at(method: string, path: string): Promise<ApiAnswer> {
  const response = await fetch(service.url + path, { method })
  const body: unknown = await response.json()
  return { status: response.status, headers: response.headers, body }
}

/** What comes back for bytes that no HTTP client would send. */
async function raw(request: string): Promise<{ head: string; body: string }> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  socket.write(request)
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { head, body }
}
