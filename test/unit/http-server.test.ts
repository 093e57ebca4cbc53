import { connect } from 'node:net'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createAnswerBrokenRequest } from '../../src/api/broken-requests.ts'
import { listen } from '../../src/http-server.ts'
import type { RunningHttpServer } from '../../src/http-server.ts'

let server: RunningHttpServer

beforeAll(async () => {
  server = await listen('127.0.0.1', 0, { headersMs: 200, requestMs: 400, checkEveryMs: 50 })
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
async function untilClosed(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.write(bytes)
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  return answer
}
