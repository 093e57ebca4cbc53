import { once } from 'node:events'
import { connect, constants, createSecureServer } from 'node:http2'
import type {
  ClientHttp2Session,
  IncomingHttpHeaders,
  ServerHttp2Session,
  ServerHttp2Stream,
} from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'

import { certificate } from '../http/certificates.ts'

/** A way to a Temporal server that is as strict as Temporal Cloud. */
export interface TemporalGateway {
  /** host:port, to be used instead of the server's own. */
  readonly address: string
  /** The API keys that are good now; those who are connected with another are cut off. */
  accept(...keys: readonly string[]): void
  /** The authorities whose certificates are good now; those who are connected with another's are cut off. */
  trust(...authorities: readonly string[]): void
  /** Methods that were refused, such as `/grpc.health.v1.Health/Check`, each once. */
  refused(): string[]
  /** How many calls there were of methods whose name contains this. */
  calls(part: string): number
  stop(): Promise<void>
}

/** Temporal Cloud's limit on calls about schedules, in a second. */
const MOST_SCHEDULE_CALLS = 10

/** As Temporal Cloud: they are for operators, or belong to no namespace. */
const CLOSED = [
  '/temporal.api.operatorservice.v1.OperatorService/',
  '/grpc.health.v1.Health/',
  '/temporal.api.workflowservice.v1.WorkflowService/RegisterNamespace',
]

/** Numbers of gRPC. */
const [PERMISSION_DENIED, RESOURCE_EXHAUSTED] = [7, 8]

/**
 * Starts a gateway to a Temporal server that behaves as Temporal Cloud does: TLS only, by HTTP/2; a client certificate or
 * an API key with every call; no operator service, no health service and no making of namespaces; ten calls about schedules in
 * a second.
 *
 * @param target host:port of the server, which is reached without TLS.
 */
export async function startTemporalGateway(
  target: string,
  ...keys: readonly string[]
): Promise<TemporalGateway> {
  const server = createSecureServer({
    cert: certificate('server.crt'),
    key: certificate('server.key'),
    ca: [certificate('authority.crt'), certificate('renewed-authority.crt')],
    requestCert: true,
    // Who has none may have a key.
    rejectUnauthorized: false,
  })
  const accepted = new Set(keys)
  let trusted: readonly string[] = ['Test authority']
  const sessions = new Set<ServerHttp2Session>()
  const refusals = new Set<string>()
  const counts = new Map<string, number>()
  let scheduleCalls: number[] = []

  function isKnown(stream: ServerHttp2Stream, { authorization }: IncomingHttpHeaders): boolean {
    if (showsCertificate(stream.session?.socket as TLSSocket | undefined, trusted)) return true
    return (
      authorization?.startsWith('Bearer ') === true && accepted.has(authorization.slice('Bearer '.length))
    )
  }

  function isTooOften(method: string): boolean {
    if (!/Service\/\w*Schedule/u.test(method)) return false
    scheduleCalls = scheduleCalls.filter((at) => at > Date.now() - 1_000)
    scheduleCalls.push(Date.now())
    return scheduleCalls.length > MOST_SCHEDULE_CALLS
  }

  server.on('session', (session) => {
    sessions.add(session)
    const upstream = connect(`http://${target}`)
    upstream.on('error', () => session.destroy()).on('close', () => session.destroy())
    session
      .on('error', () => undefined)
      .on('close', () => {
        sessions.delete(session)
        upstream.destroy()
      })
    // A server says so to connections that have lasted for some minutes; the client then opens another one.
    upstream.on('goaway', () => session.close())
    session.on('stream', (stream, headers) => {
      const method = String(headers[':path'])
      counts.set(method, (counts.get(method) ?? 0) + 1)
      stream.on('error', () => undefined)
      if (!isKnown(stream, headers) || CLOSED.some((closed) => method.startsWith(closed))) {
        refusals.add(method)
        refuse(stream, PERMISSION_DENIED, 'Request unauthorized.')
      } else if (isTooOften(method)) refuse(stream, RESOURCE_EXHAUSTED, 'namespace rate limit exceeded')
      else passOn(stream, headers, upstream, target)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    accept(...renewed) {
      accepted.clear()
      for (const key of renewed) accepted.add(key)
      for (const session of sessions) session.destroy()
    },
    trust(...authorities) {
      trusted = authorities
      for (const session of sessions)
        if (!showsCertificate(session.socket as TLSSocket, trusted)) session.destroy()
    },
    refused: () => [...refusals],
    calls: (part) =>
      [...counts].reduce((sum, [method, count]) => (method.includes(part) ? sum + count : sum), 0),
    async stop() {
      for (const session of sessions) session.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Whoever resumes a TLS session counts as authorized for Node, with or without a certificate. */
function showsCertificate(socket: TLSSocket | undefined, authorities: readonly string[]): boolean {
  if (socket?.authorized !== true) return false
  const shown = socket.getPeerCertificate()
  return 'raw' in shown && authorities.includes(shown.issuer.CN)
}

function refuse(stream: ServerHttp2Stream, code: number, message: string): void {
  const headers = { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': String(code) }
  stream.respond({ ...headers, 'grpc-message': message }, { endStream: true })
  stream.resume()
}

/** One call: its question, and the answer with the trailers in which gRPC says how it went. */
function passOn(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  server: ClientHttp2Session,
  target: string,
): void {
  if (server.destroyed || server.closed) return stream.close(constants.NGHTTP2_REFUSED_STREAM)
  const call = server.request({ ...headers, ':scheme': 'http', ':authority': target })
  let trailers: IncomingHttpHeaders = {}
  call.on('error', () => undefined)
  call.on('response', (answer, flags) => {
    if (stream.destroyed) return
    const isAll = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0
    stream.respond(answer, isAll ? { endStream: true } : { waitForTrailers: true })
    if (!isAll) call.pipe(stream)
  })
  call.on('trailers', (found) => void (trailers = found))
  stream.on('wantTrailers', () => stream.sendTrailers(trailers))
  stream.pipe(call)
  stream.on('close', () => call.close(stream.rstCode))
  call.on('close', () => call.rstCode !== 0 && stream.close(call.rstCode))
}
