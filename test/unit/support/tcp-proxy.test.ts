import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

import { expect, test } from 'vitest'

import { startTcpProxy } from '../../support/http/tcp-proxy.ts'

test('what a server sends before it closes arrives whole, however slowly the client reads', async () => {
  const answer = randomBytes(40_000_000)
  const server = createServer((socket) => void socket.end(answer)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy = await startTcpProxy(`127.0.0.1:${(server.address() as AddressInfo).port}`)
  const [host, port] = proxy.address.split(':')
  const client = connect(Number(port), host)
  const pieces: Buffer[] = []
  for await (const piece of client) {
    pieces.push(piece as Buffer)
    await new Promise(setImmediate)
  }
  expect(Buffer.concat(pieces).equals(answer)).toBe(true)
  await proxy.stop()
  server.close()
})
