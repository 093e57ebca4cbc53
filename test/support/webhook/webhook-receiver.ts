import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

import { vi } from 'vitest'

import { holdWebhookToContract } from '../http/contract.ts'
import { PATIENTLY } from '../run/patiently.ts'

/** A delivery as it came in. */
export interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders
  readonly rawBody: string
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look at any member of any body
  readonly body: any
}

/** A customer's server that keeps what it is sent. */
export interface WebhookReceiver {
  readonly url: string
  readonly received: ReceivedWebhook[]
  /** The first delivery about a video, waited for, and held against its description. */
  about(videoId: string): Promise<ReceivedWebhook>
  stop(): Promise<void>
}

/** Starts a receiver that answers 204, or what it is told to. */
export async function startWebhookReceiver(answer: () => number = () => 204): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const rawBody = Buffer.concat(chunks).toString()
      received.push({ headers: request.headers, rawBody, body: JSON.parse(rawBody) })
      response.writeHead(answer()).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    async about(videoId) {
      const find = () => {
        const found = received.find(({ body }) => body.data.id === videoId)
        if (!found) throw new Error(`Nothing was delivered about ${videoId}.`)
        return found
      }
      const found = await vi.waitFor(find, PATIENTLY)
      holdWebhookToContract(found.headers, found.body)
      return found
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
