import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A reverse proxy that deals badly with streams of events, and passes on everything else. */
export interface EventProxy {
  readonly url: string
  /** Streams that were opened. */
  readonly streams: () => number
  stop(): Promise<void>
}

/** What becomes of streams: the first so many are cut once so many bytes have passed, or each is held back until it has ended. */
export type Treatment = { readonly cutAfterBytes: number; readonly times: number } | 'held back'

/** Starts one. @param target base URL of the service. */
export async function startEventProxy(target: string, treatment: Treatment): Promise<EventProxy> {
  let streams = 0
  const server = createServer((asked, response) => {
    const onward = request(target + asked.url, { method: asked.method, headers: asked.headers })
    response.once('close', () => onward.destroy())
    onward.once('error', () => response.destroy())
    onward.once('response', (answer) => {
      const isStream = answer.headers['content-type']?.startsWith('text/event-stream') === true
      if (isStream) streams += 1
      // Ends with whoever leaves first.
      if (isStream && treatment === 'held back')
        return void holdBack(answer, response).catch(() => response.destroy())
      pass(answer, response)
      if (!isStream || treatment === 'held back' || streams > treatment.times) return
      let passed = 0
      answer.on('data', ({ length }: Buffer) => {
        passed += length
        if (passed >= treatment.cutAfterBytes) response.destroy()
      })
    })
    asked.pipe(onward)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    streams: () => streams,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function pass(answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode ?? 502, answer.headers)
  answer.pipe(response)
}

async function holdBack(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces: Buffer[] = []
  for await (const piece of answer) pieces.push(piece as Buffer)
  response.writeHead(answer.statusCode ?? 502, answer.headers).end(Buffer.concat(pieces))
}
