import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { Webhook } from 'standardwebhooks'

import { verifyWebhook } from '../../../src/webhooks/sign.ts'

/** What a receiver may do instead of taking an event: once for each event at most. */
const MOODS = {
  '500': (response: ServerResponse) => response.writeHead(500).end('not today'),
  '503, in a second': (response: ServerResponse) => response.writeHead(503, { 'Retry-After': '1' }).end(),
  'hangs up': (response: ServerResponse) => response.destroy(),
}

/** How many of the events it does not take at first. */
const SHARE_OF_BAD_MOODS = 0.25

/** A customer's server that checks every signature, and now and then fails. */
export interface MoodyReceiver {
  /** Where an account's events go. */
  urlOf(accountId: string): string
  /** Events by how often each was taken. */
  readonly taken: ReadonlyMap<string, number>
  /** What did not verify. */
  readonly forged: readonly string[]
  /** How often it failed on purpose. */
  failures(): number
  stop(): Promise<void>
}

/** What a receiver is told, and whom it tells. */
export interface MoodyReceiverOptions {
  readonly random: () => number
  readonly secretOf: (accountId: string) => string
  readonly onArrival: (eventId: string) => void
  readonly onAnswer: (eventId: string) => void
}

/** Starts it. */
export async function startMoodyReceiver(options: MoodyReceiverOptions): Promise<MoodyReceiver> {
  const { random, secretOf, onArrival, onAnswer } = options
  const taken = new Map<string, number>()
  const met = new Set<string>()
  const forged: string[] = []
  let failures = 0

  const server = createServer((request, response) => {
    // A sender that was killed breaks off in the middle.
    answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const rawBody = await text(request)
    const eventId = String(request.headers['webhook-id'])
    if (!isGenuine(request, rawBody, secretOf(request.url!.slice(1)))) {
      forged.push(`${eventId}: ${rawBody}`)
      return void response.writeHead(401).end()
    }
    onArrival(eventId)
    const isFirst = !met.has(eventId)
    met.add(eventId)
    onAnswer(eventId)
    if (isFirst && random() < SHARE_OF_BAD_MOODS) {
      failures += 1
      const moods = Object.values(MOODS)
      return void moods[Math.floor(random() * moods.length)]!(response)
    }
    taken.set(eventId, (taken.get(eventId) ?? 0) + 1)
    response.writeHead(204).end()
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    urlOf: (accountId) => `http://127.0.0.1:${port}/${accountId}`,
    taken,
    forged,
    failures: () => failures,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** By both families of headers. */
function isGenuine({ headers }: IncomingMessage, rawBody: string, secret: string): boolean {
  try {
    new Webhook(secret).verify(rawBody, headers as Record<string, string>)
  } catch {
    return false
  }
  return verifyWebhook({ headers, rawBody, secret, now: new Date() })
}
