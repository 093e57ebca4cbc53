import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))

/** A request as it crosses the wire; of its headers, those that Stripe looks at. */
export interface RecordedRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

type RequestName = 'customer' | 'subscriptions' | 'checkout' | 'portal' | 'portalChange' | 'portalCancel'

/** What Stripe's own library sends for the same calls, and a signature that it made. */
export const REQUESTS = read('./requests.json') as Record<RequestName, RecordedRequest> & {
  notice: { payload: string; secret: string; timestamp: number; header: string }
}

interface StripeSubscription {
  id: string
  status: string
  customer: string
  items: { data: { id: string; price: { id: string } }[] }
}

/** Answers in Stripe's shape. */
export const ANSWERS = read('./answers.json') as {
  customer: { id: string }
  session: { url: string }
  portal: { url: string }
  subscriptions: { data: [StripeSubscription] }
  event: object
  error: object
}

/** A server that answers as Stripe does, and notes what it was asked. */
export interface StripeServer {
  readonly url: string
  readonly asked: RecordedRequest[]
  /** What customers are subscribed to, each as `<status> <price>`; nobody to anything at first. */
  readonly subscribed: Map<string, readonly string[]>
  /** Answers everything so from now on, until it is null again. */
  fault: { status: number; body: object } | null
  /** Answers are ready as soon as it is asked, and are sent only when this is over. */
  held: Promise<void> | null
  stop(): Promise<void>
}

/** Starts a server in Stripe's place. */
export async function startStripeServer(): Promise<StripeServer> {
  const asked: RecordedRequest[] = []
  const subscribed: StripeServer['subscribed'] = new Map()
  let customers = 0
  const server = createServer((request, response) => {
    void (async () => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      const { method = '', url = '' } = request
      const headers: Record<string, string> = {}
      for (const name of ['content-type', 'stripe-version', 'idempotency-key', 'authorization']) {
        const value = request.headers[name]
        if (typeof value === 'string') headers[name] = value
      }
      asked.push({ method, url, headers, body })
      const fault = stripe.fault
      const text = JSON.stringify(fault?.body ?? answer(new URL(url, 'http://stripe.test')))
      await stripe.held
      response.writeHead(fault?.status ?? 200, { 'Content-Type': 'application/json' })
      response.end(text)
    })()
  })

  function answer({ pathname, searchParams }: URL): object {
    if (pathname === '/v1/customers') return { ...ANSWERS.customer, id: `cus_${(customers += 1)}` }
    if (pathname === '/v1/checkout/sessions') return ANSWERS.session
    if (pathname === '/v1/billing_portal/sessions') return ANSWERS.portal
    return subscriptionsOf(searchParams.get('customer') ?? '')
  }

  function subscriptionsOf(customer: string): object {
    const [one] = ANSWERS.subscriptions.data
    const data = (subscribed.get(customer) ?? []).map((entry) => {
      const [status, price = ''] = entry.split(' ')
      const [item] = one.items.data
      return {
        ...one,
        customer,
        status,
        items: { ...one.items, data: [{ ...item, price: { ...item?.price, id: price } }] },
      }
    })
    return { ...ANSWERS.subscriptions, data }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stripe: StripeServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    subscribed,
    fault: null,
    held: null,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return stripe
}
