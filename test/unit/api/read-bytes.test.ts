import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { expect, test } from 'vitest'

import { readBytes } from '../../../src/api/middleware/read-bytes.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'

const MOST = 64 * 1024
const CONNECTIONS = 8

/** What the process holds once all that nobody needs is gone. */
function held(): number {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test('a body in chunks of one byte takes no more memory than its length', async () => {
  const read: Promise<Buffer>[] = []
  const sockets: Socket[] = []
  const server = createServer((request, response) => {
    sockets.push(request.socket)
    const body = readBytes(request, MOST)
    read.push(body)
    void body.then(() => response.end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
  const sent = head + '1\r\nX\r\n'.repeat(MOST - 1)
  const before = held()

  const clients = Array.from({ length: CONNECTIONS }, () => connect(port, '127.0.0.1'))
  for (const client of clients) client.write(sent)
  await expect
    .poll(() => sockets.filter(({ bytesRead }) => bytesRead >= sent.length).length, PATIENTLY)
    .toBe(CONNECTIONS)
  expect(held() - before).toBeLessThan(4 * CONNECTIONS * MOST)

  for (const client of clients) client.end('1\r\nY\r\n0\r\n\r\n')
  const bodies = await Promise.all(read)
  expect(bodies.map((body) => body.toString('latin1'))).toEqual(
    Array.from({ length: CONNECTIONS }, () => `${'X'.repeat(MOST - 1)}Y`),
  )
  for (const client of clients) client.destroy()
  server.close()
})

test.each([0, 1, 4_095, 4_096, 4_097, MOST])('a body of %i bytes is read as it was sent', async (length) => {
  const bytes = Buffer.alloc(length, 'abc')
  const server = createServer((request, response) => {
    void readBytes(request, MOST).then((body) => response.end(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: bytes })
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
  server.close()
})
