import type { RequestListener, ServerResponse } from 'node:http'

import { liveness, readiness } from '../domain/health/probes.ts'
import type { Dependency, ProbeAnswer } from '../domain/health/probes.ts'
import { listen, PATIENCE } from '../process/http-server.ts'

/** What is asked about a process. */
export interface ProbedProcess {
  /** Why it has to be started anew; null while it can go on. */
  readonly whyStuck: () => string | null
  readonly readiness: Readonly<Record<string, Dependency>>
  readonly stopping: AbortSignal
}

/** Tells the metrics of a process. */
interface MetricsText {
  text(): Promise<string>
  readonly contentType: string
}

/** What operators' tools ask a process at a port of its own. */
export interface OpsServer {
  readonly url: string
  /** From now on probes are answered for this process; before, it is alive and not ready. */
  probe(process: ProbedProcess): void
  stop(): Promise<void>
}

/** A scrape or a probe that does not end by itself is cut when the process stops. */
const DRAIN_MS = 1_000

const STARTING: ProbeAnswer = { status: 503, body: { status: 'starting' } }

/**
 * Answers `/metrics`, `/livez` and `/readyz`. Whoever reaches the port may ask: it is for the machine itself, or for a network of
 * operators, and tells no secrets.
 */
export async function openOpsServer(
  { host, port }: { readonly host: string; readonly port: number },
  metrics: MetricsText,
): Promise<OpsServer> {
  const server = await listen(host, port, { ...PATIENCE, drainMs: DRAIN_MS }, 'OPS_PORT')
  let probed: ProbedProcess | null = null
  const answers: Readonly<Record<string, (response: ServerResponse) => Promise<void>>> = {
    '/livez': async (response) => send(response, liveness(probed?.whyStuck() ?? null)),
    '/readyz': async (response) =>
      send(response, probed ? await readiness(probed.readiness, probed.stopping.aborted) : STARTING),
    async '/metrics'(response) {
      const text = await metrics.text()
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text)
    },
  }
  const answer: RequestListener = ({ url = '', method }, response) => {
    const path = url.split('?', 1)[0]!
    const found = method === 'GET' && Object.hasOwn(answers, path) ? answers[path] : undefined
    if (!found) {
      response
        .writeHead(404, { 'content-type': 'text/plain' })
        .end('/metrics, /livez and /readyz are here.\n')
      return
    }
    found(response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' })
      response.end(`${String(error)}\n`)
    })
  }
  server.answerWith(answer, (_, connection) => connection.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  return { url: server.url, probe: (process) => (probed = process), stop: server.stop }
}

function send(response: ServerResponse, { status, body }: ProbeAnswer): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
}
