import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { TlsOptions } from 'node:tls'

/** An attempt as it came in, on the sender's clock. */
export interface Call {
  /** From 1. */
  readonly number: number
  /** Since the first one. */
  readonly days: number
  readonly headers: Readonly<Record<string, string>>
  readonly rawBody: string
  readonly sentAt: Date
}

/** What a receiver does once it has read a request: anything a socket can do. */
export type Behaviour = (socket: Socket, call: Call) => void

/** A server that does as it likes, beneath HTTP. */
export interface HostileReceiver {
  readonly url: string
  readonly calls: readonly Call[]
  stop(): Promise<void>
}

const DAY_MS = 86_400_000

/** Starts it on a free port of 127.0.0.1. @param tls speaks https, with this certificate. */
export async function startHostileReceiver(behave: Behaviour, tls?: TlsOptions): Promise<HostileReceiver> {
  const calls: Call[] = []
  const sockets = new Set<Socket>()
  const onConnection = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    readRequest(socket, (headers, rawBody) => {
      const sentAt = new Date(headers['x-service-timestamp'] ?? '')
      const days = (sentAt.getTime() - (calls[0]?.sentAt ?? sentAt).getTime()) / DAY_MS
      const call = { number: calls.length + 1, days, headers, rawBody, sentAt }
      calls.push(call)
      behave(socket, call)
    })
  }
  const server: Server = tls ? createTlsServer(tls, onConnection) : createServer(onConnection)
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/hook`,
    calls,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Says the same thing over and over, as fast as the other side takes it. */
export function pour(socket: Socket, text: string): void {
  const more = () => {
    while (socket.writable && socket.write(text));
  }
  socket.on('drain', more)
  more()
}

/** Says something small over and over, until the other side hangs up. */
export function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 20)
  socket.on('close', () => clearInterval(timer))
}

/** Calls back once, with a whole request of known length. */
function readRequest(socket: Socket, done: (headers: Record<string, string>, rawBody: string) => void): void {
  let read = Buffer.alloc(0)
  const onData = (chunk: Buffer) => {
    read = Buffer.concat([read, chunk])
    const end = read.indexOf('\r\n\r\n')
    if (end < 0) return
    const lines = read.toString('latin1', 0, end).split('\r\n').slice(1)
    const pairs = lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ])
    const headers = Object.fromEntries(pairs) as Record<string, string>
    const body = read.subarray(end + 4)
    if (body.length < Number(headers['content-length'])) return
    socket.off('data', onData)
    socket.resume()
    done(headers, body.toString())
  }
  socket.on('data', onData)
}
