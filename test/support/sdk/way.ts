import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** What a request meets on its way instead of what is usual. */
export type Met = (
  request: IncomingMessage,
  response: ServerResponse,
  real: () => Promise<Response>,
) => Promise<void> | void

/** A proxy between a client and the service, on which things happen. */
export interface Way {
  readonly url: string
  /** What was sent, in its order. */
  readonly sent: { readonly method: string; readonly path: string; readonly key: string | null }[]
  /** HTTP statuses that came back. */
  readonly statuses: number[]
  /** Has the next requests to a path meet something each. */
  meet(path: RegExp, ...met: Met[]): void
  /** Has every request to a path meet something. */
  always(path: RegExp, met: Met): void
  /** Has every third request to a path meet something, each of these in its turn. */
  everyThird(path: RegExp, ...met: readonly Met[]): void
  stop(): Promise<void>
}

/** The service has answered, and nobody hears it. */
export const answerIsLost: Met = async (_, response, real) => {
  await (await real()).arrayBuffer()
  response.destroy()
}

/** The connection breaks before anything has reached the service. */
export const neverSent: Met = (_, response) => void response.destroy()

/** Somebody in between answers. A body that is a text is not JSON. */
export function answers(status: number, body: unknown = '<html>', headers: Record<string, string> = {}): Met {
  return (_, response) => {
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

/** The connection breaks after so many bytes of the body. */
export function brokenAfter(bytes: number): Met {
  return async (_, response, real) => {
    const answer = await real()
    response.writeHead(answer.status, headersOf(answer))
    response.write(Buffer.from(await answer.arrayBuffer()).subarray(0, bytes), () => response.destroy())
  }
}

/** The connection breaks after a time, whatever comes through until then. */
export function brokenAfterMs(ms: number): Met {
  return async (request, response, real) => {
    setTimeout(() => response.destroy(), ms)
    await passOn(request, response, await real())
  }
}

/** Nothing comes through until all of it is there. */
export const buffered: Met = async (_, response, real) => {
  const answer = await real()
  const body = await answer.arrayBuffer()
  response.writeHead(answer.status, headersOf(answer)).end(Buffer.from(body))
}

/** Starts one. Links in answers lead over it, too. @param target the service, without the version segment. */
export async function startWay(target: string): Promise<Way> {
  const [sent, statuses]: [Way['sent'], number[]] = [[], []]
  const waiting: { path: RegExp; next: () => Met | null; isForAll: boolean }[] = []
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace('/api/v1', '')
    sent.push({
      method: request.method ?? '',
      path,
      key: request.headers['idempotency-key']?.toString() ?? null,
    })
    response.on('close', () => response.headersSent && statuses.push(response.statusCode))
    const at = waiting.findIndex((one) => one.path.test(path))
    const met = waiting[at]?.next() ?? usual
    if (waiting[at]?.isForAll === false) waiting.splice(at, 1)
    // What breaks is what is tested: the client sees it.
    Promise.resolve(met(request, response, () => forward(target, request, response))).catch(() =>
      response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const usual: Met = async (request, response, real) => {
    const answer = await real()
    if (answer.headers.get('content-type')?.includes('json') !== true)
      return passOn(request, response, answer)
    response.writeHead(answer.status, headersOf(answer)).end((await answer.text()).replaceAll(target, url))
  }

  return {
    url,
    sent,
    statuses,
    meet: (path, ...met) =>
      void waiting.push(...met.map((one) => ({ path, next: () => one, isForAll: false }))),
    always: (path, met) => void waiting.push({ path, next: () => met, isForAll: true }),
    everyThird(path, ...met) {
      let count = 0
      const next = () => {
        count += 1
        return count % 3 === 0 ? met[(count / 3) % met.length]! : null
      }
      waiting.push({ path, next, isForAll: true })
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function forward(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Response> {
  const { method = 'GET', url = '/', headers } = request
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  const { host: _host, connection: _connection, 'content-length': _length, ...kept } = headers
  const body = method === 'GET' ? undefined : await buffer(request)
  return fetch(target + url, {
    method,
    headers: kept as Record<string, string>,
    redirect: 'manual',
    signal: gone.signal,
    ...(body?.length && { body: new Uint8Array(body) }),
  })
}

/** Each piece as it comes. */
async function passOn(_: IncomingMessage, response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, headersOf(answer))
  for await (const piece of answer.body ?? []) response.write(piece)
  response.end()
}

/** Without those of the connection, and of a body that is another one now. */
function headersOf({ headers }: Response): Record<string, string> {
  const own = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding'])
  return Object.fromEntries([...headers].filter(([name]) => !own.has(name)))
}
