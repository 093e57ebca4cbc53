import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** The time limits for clients, and the maximum number of connections. */
export interface Patience {
  readonly headersMs: number
  readonly requestMs: number
  /** Without a byte in either direction, answers included that the client does not read. */
  readonly idleMs: number
  /** At a time; more are closed at once. */
  readonly mostConnections: number
  /** How often it is looked who is too slow. */
  readonly checkEveryMs: number
  /** For what is under way when the server stops. */
  readonly drainMs: number
}

/**
 * A client that cannot send its head in ten seconds is broken or hostile; the largest body is 64 kB. One that reads
 * nothing of its download for a minute would otherwise hold a connection and an open file for ever. Thousands of
 * connections wait for something at a time, at some kilobytes each, and fit into the usual limits of open files. Answers take milliseconds, so
 * only downloads need the time at the end; one that is cut off goes on from where it was, by a range, elsewhere.
 */
export const PATIENCE: Patience = {
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 60_000,
  mostConnections: 8_000,
  checkEveryMs: 5_000,
  drainMs: 20_000,
}

/** Longer than the idle timeout of the usual proxies, so that they never meet a closed connection. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000

/** While the server stops. */
const CLOSE_IDLE_EVERY_MS = 100

/** Responds on the raw connection to requests that Node could not parse. */
type AnswerBroken = (error: NodeJS.ErrnoException, connection: Duplex) => void

/** An HTTP server that listens. */
export interface RunningHttpServer {
  /** For example `http://127.0.0.1:8080`. */
  readonly url: string
  /** Sets the handlers for requests and for unparsable requests. Until then, requests wait. */
  answerWith(answer: RequestListener, answerBroken: AnswerBroken): void
  /** Accepts no more connections, waits for what is under way, then closes the remaining connections. */
  stop(): Promise<void>
}

/**
 * Starts to listen before any handler is set, so that links can contain the port that was found.
 *
 * @param setting the name of the setting with the port.
 */
export async function listen(
  host: string,
  port: number,
  patience: Patience = PATIENCE,
  setting = 'PORT',
): Promise<RunningHttpServer> {
  const server = createServer({
    headersTimeout: patience.headersMs,
    requestTimeout: patience.requestMs,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: patience.checkEveryMs,
    // Checked by the API, which answers with an error object.
    requireHostHeader: false,
  })
  // Node takes a connection for an idle one only when it has carried a request: what a browser opens ahead has none.
  const connections = new Set<Socket>()
  server.on('connection', (connection) => {
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
  })
  const closeIdle = () => {
    server.closeIdleConnections()
    for (const connection of connections) if (connection.bytesRead === 0) connection.destroy()
  }
  server.timeout = patience.idleMs
  server.maxConnections = patience.mostConnections
  let resolveListener: (listener: RequestListener) => void
  const listener = new Promise<RequestListener>((resolve) => (resolveListener = resolve))
  const serve: RequestListener = (request, response) =>
    void listener.then((answer) => answer(request, response))
  server.on('request', serve)
  // Expectations that nobody knows are left out of account; by itself Node answers 417 without a body.
  server.on('checkExpectation', serve)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(inWords(error, `Port ${port} on ${host}`, setting)),
    )
    server.listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo
  const shownHost = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return {
    url: `http://${shownHost}:${address.port}`,
    answerWith(answer, answerBroken) {
      server.on('clientError', answerBroken)
      resolveListener(answer)
    },
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      closeIdle()
      // Node keeps a connection open whose last answer ends after this, for requests that nobody takes any more.
      const closing = setInterval(closeIdle, CLOSE_IDLE_EVERY_MS)
      const cut = setTimeout(() => server.closeAllConnections(), patience.drainMs)
      await closed
      clearInterval(closing)
      clearTimeout(cut)
    },
  }
}

function inWords(error: NodeJS.ErrnoException, address: string, setting: string): Error {
  if (error.code !== 'EADDRINUSE') return error
  return new Error(`${address} is taken. Stop what uses it, or set ${setting} to another one.`)
}
