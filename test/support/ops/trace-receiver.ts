import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as it came in, with what this project looks at. */
export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  /** Empty for the first of a trace. */
  readonly parentSpanId: string
  readonly name: string
  readonly links: readonly string[]
  readonly attributes: Readonly<Record<string, unknown>>
  /** The role of the process that sent it. */
  readonly role: unknown
}

/** A receiver of traces over OTLP (JSON over HTTP) that keeps what it is sent. */
export interface TraceReceiver {
  /** What OTEL_EXPORTER_OTLP_ENDPOINT is set to. */
  readonly endpoint: string
  readonly spans: ReceivedSpan[]
  /** The bodies as they came in. */
  readonly bodies: string[]
  /** Of each request. */
  readonly headers: IncomingHttpHeaders[]
  stop(): Promise<void>
}

interface KeyValue {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}

interface ExportedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly KeyValue[]
  readonly links: readonly { readonly traceId: string }[]
}

interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] }
    readonly scopeSpans: readonly { readonly spans: readonly ExportedSpan[] }[]
  }[]
}

/** Starts one on a free port of this machine. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const received = {
    spans: [] as ReceivedSpan[],
    bodies: [] as string[],
    headers: [] as IncomingHttpHeaders[],
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      received.bodies.push(body)
      received.headers.push(request.headers)
      if (request.url === '/v1/traces') received.spans.push(...spansIn(JSON.parse(body) as ExportRequest))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...received,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function spansIn({ resourceSpans }: ExportRequest): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ parentSpanId = '', links, attributes, ...span }) => ({
        ...span,
        parentSpanId,
        links: links.map(({ traceId }) => traceId),
        attributes: membersOf(attributes),
        role: membersOf(resource.attributes)['presenter.role'],
      })),
    ),
  )
}

function membersOf(pairs: readonly KeyValue[]): Record<string, unknown> {
  return Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]))
}
