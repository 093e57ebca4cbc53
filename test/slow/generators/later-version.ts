import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** Members whose values may grow in number, and which the programs in `clients/` read. */
const GROWING = ['code', 'action', 'resolution', 'aspect_ratio', 'captions']
/** Members whose own members are the client's. */
const MAPS = ['metadata', 'fields']

/** The service as it may be in a later version. */
export interface LaterVersion {
  readonly url: string
  stop(): Promise<void>
}

/**
 * Answers as the service does, but as a later version may: with a value that no client knows yet wherever a value may
 * be added, and with a new member in each object.
 */
export async function startLaterVersion(serviceUrl: string): Promise<LaterVersion> {
  const server = createServer((request, response) => {
    void forward(serviceUrl, request).then(async (answer) => {
      const location = answer.headers.get('Location')
      response.writeHead(answer.status, {
        'Content-Type': 'application/json',
        ...(location !== null && { Location: location }),
      })
      response.end(JSON.stringify(JSON.parse(await answer.text(), later)))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function forward(serviceUrl: string, request: IncomingMessage): Promise<Response> {
  const { method = 'GET', url = '/', headers } = request
  return fetch(serviceUrl + url, {
    method,
    headers: { Authorization: headers.authorization ?? '', 'Content-Type': 'application/json' },
    ...(method === 'POST' && { body: await text(request) }),
  })
}

function later(name: string, value: unknown): unknown {
  if (typeof value === 'string' && GROWING.includes(name)) return `${value}_of_later`
  if (typeof value !== 'object' || value === null || Array.isArray(value) || MAPS.includes(name)) return value
  return { ...value, member_of_later: { since: 2 } }
}
