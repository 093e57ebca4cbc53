import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A listener on every address of this machine that counts who comes. */
export interface LoopbackListener {
  readonly port: number
  /** Connections since the last reset. */
  reached(): number
  reset(): void
  close(): Promise<void>
}

/** Starts to listen on a free port, in IPv4 and IPv6. */
export async function listenOnLoopback(): Promise<LoopbackListener> {
  let reached = 0
  const server = createServer((socket) => {
    reached += 1
    socket.on('error', () => undefined)
    socket.destroy()
  })
  await new Promise<void>((done) => server.listen(0, '::', done))
  return {
    port: (server.address() as AddressInfo).port,
    reached: () => reached,
    reset: () => {
      reached = 0
    },
    close: () => new Promise((done) => server.close(() => done())),
  }
}
