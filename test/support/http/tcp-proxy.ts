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
  /** Answers come so much later, as from a server that takes its time for each call. */
  answerAfter(milliseconds: number): void
  /** What is connected now never hears of anything again; new connections work. */
  forgetConnected(): void
  /** Works again, for new connections: those that lost something are cut. */
  mend(): void
  /** How many connections were refused so far. */
  refusals(): number
  stop(): Promise<void>
}

type Mode = 'open' | 'broken' | 'silent' | 'answers lost'

/**
 * Sees what is about to be passed on, and by which connection; false keeps it back, and `cut` ends the
 * connection instead.
 *
 * One piece is what the network delivered at once: on one machine mostly one message or several whole ones.
 */
export type Inspect = (piece: Buffer, from: 'client' | 'server', connection: object) => boolean | 'cut'

/** Starts a proxy to a server that a test can break. @param target host:port. @param listenOn Its own address. */
export async function startTcpProxy(
  target: string,
  inspect: Inspect = () => true,
  listenOn = '127.0.0.1',
): Promise<TcpProxy> {
  const [host = '', port = ''] = target.split(':')
  const sockets = new Set<Socket>()
  const forgotten = new WeakSet<Socket>()
  let mode: Mode = 'open'
  let refusals = 0
  let answersAfterMs = 0

  function keep(socket: Socket): void {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }

  const clients = new Set<Socket>()
  const server = createServer((client) => {
    keep(client)
    if (mode === 'broken') {
      refusals += 1
      client.destroy()
      return
    }
    clients.add(client)
    const upstream = connect(Number(port), host)
    keep(upstream)
    const pass = (data: Buffer, from: 'client' | 'server', to: Socket) => {
      if (forgotten.has(client)) return
      const verdict = inspect(data, from, client)
      if (verdict === 'cut') client.destroy()
      else if (verdict) to.write(data)
    }
    client.on('data', (data) => mode !== 'silent' && pass(data, 'client', upstream))
    // Timers of the same length end in their order, and so the pieces stay in theirs.
    const later = (work: () => void) => (answersAfterMs > 0 ? void setTimeout(work, answersAfterMs) : work())
    upstream.on('data', (data) => later(() => mode === 'open' && pass(data, 'server', client)))
    client.on('close', () => {
      clients.delete(client)
      upstream.destroy()
    })
    // What the server said before it closed still arrives, however much of it waits to be passed on.
    upstream.on('close', () => later(() => client.destroySoon()))
  })
  server.listen(0, listenOn)
  await once(server, 'listening')

  function cutAll(): void {
    for (const socket of sockets) socket.destroy()
  }

  return {
    address: `${listenOn}:${(server.address() as AddressInfo).port}`,
    breakOff() {
      mode = 'broken'
      cutAll()
    },
    goSilent: () => void (mode = 'silent'),
    loseAnswers: () => void (mode = 'answers lost'),
    answerAfter: (milliseconds) => void (answersAfterMs = milliseconds),
    forgetConnected() {
      for (const client of clients) forgotten.add(client)
    },
    mend() {
      answersAfterMs = 0
      if (mode !== 'open') cutAll()
      mode = 'open'
    },
    refusals: () => refusals,
    async stop() {
      cutAll()
      server.close()
      await once(server, 'close')
    },
  }
}
