import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A webhook, exactly as it was received. */
export interface ReceivedDelivery {
  readonly headers: IncomingHttpHeaders
  readonly rawBody: string
}

/** A webhook receiver on this machine, as a customer would run one. */
export interface Receiver {
  readonly url: string
  /** The first delivery. */
  readonly first: Promise<ReceivedDelivery>
  close(): Promise<void>
}

/** Starts a receiver that responds to every webhook with 204. */
export async function startReceiver(): Promise<Receiver> {
  const { promise: first, resolve } = deferred<ReceivedDelivery>()
  const server = createServer((request, response) => {
    void text(request).then((rawBody) => {
      resolve({ headers: request.headers, rawBody })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    first,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

function deferred<Value>() {
  let resolve!: (value: Value) => void
  const promise = new Promise<Value>((settle) => (resolve = settle))
  return { promise, resolve }
}
