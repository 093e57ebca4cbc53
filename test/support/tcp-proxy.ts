import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A way to a server that a test can break. */
export interface TcpProxy {
  /** host:port to be used instead of the server's own. */
  readonly address: string
  /** Cuts what is connected and every new connection, as a server that has crashed. */
  breakOff(): void
  /** Takes everything and lets nothing through in either direction, as a network that has died. */
  goSilent(): void
  /** Lets questions through, but no answers. */
  loseAnswers(): void
  /** Works again, for new connections: those that lost something are cut. */
  mend(): void
  stop(): Promise<void>
}

type Mode = 'open' | 'broken' | 'silent' | 'answers lost'

/**
 * Sees what is about to be passed on, and by which connection; false keeps it back.
 *
 * One piece is what the network delivered at once: on one machine mostly one message or several whole ones.
 */
export type Inspect = (piece: Buffer, from: 'client' | 'server', connection: object) => boolean

/** Starts a proxy to a server that a test can break. @param target host:port. */
export async function startTcpProxy(target: string, inspect: Inspect = () => true): Promise<TcpProxy> {
  const [host = '', port = ''] = target.split(':')
  const sockets = new Set<Socket>()
  let mode: Mode = 'open'

  function keep(socket: Socket): void {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }

  const server = createServer((client) => {
    keep(client)
    if (mode === 'broken') return void client.destroy()
    const upstream = connect(Number(port), host)
    keep(upstream)
    client.on('data', (data) => {
      if (mode !== 'silent' && inspect(data, 'client', client)) upstream.write(data)
    })
    upstream.on('data', (data) => {
      if (mode === 'open' && inspect(data, 'server', client)) client.write(data)
    })
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  function cutAll(): void {
    for (const socket of sockets) socket.destroy()
  }

  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    breakOff() {
      mode = 'broken'
      cutAll()
    },
    goSilent: () => void (mode = 'silent'),
    loseAnswers: () => void (mode = 'answers lost'),
    mend() {
      if (mode !== 'open') cutAll()
      mode = 'open'
    },
    async stop() {
      cutAll()
      server.close()
      await once(server, 'close')
    },
  }
}
