/**
 * A webhook receiver in plain Node.js: believes only what is signed and fresh, handles each event once.
 *
 *   WEBHOOK_SECRET=whsec_… PORT=3000 node receiver.mjs
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

/** One secret; while it is being rotated the new and the old one, with a comma between them. */
const SECRETS = (process.env.WEBHOOK_SECRET ?? '').split(',').filter(Boolean)
const PORT = Number(process.env.PORT ?? 3000)

/** Deliveries have a few kilobytes. Whoever sends more than this wants to fill the memory. */
const MOST_BYTES = 1_000_000

/**
 * The events that were handled, each by its name and its video, which has only one of that name. Keep yours in
 * the database, in one transaction with the work. The header `webhook-id` would not do here: this signature
 * does not cover it, so whoever saw a delivery could send it again under another id.
 */
const handled = new Set()

/** Your part. Only keep or queue the event here; slow work comes after the answer. */
function handle({ event, data }) {
  console.log(`handled ${event} ${data.id}`)
}

const FIVE_MINUTES_MS = 5 * 60 * 1000

/** Status and reason to refuse a delivery with; null when it is ours and fresh. `rawBody`: the bytes as they came. */
function refusal(headers, rawBody, secrets) {
  const timestamp = headers['x-service-timestamp'] ?? ''
  const given = Buffer.from(headers['x-service-signature'] ?? '')
  const isOurs = secrets.some((secret) => {
    const hex = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest('hex')
    const expected = Buffer.from(`sha256=${hex}`)
    // In constant time: a comparison that stops at the first difference tells how far a guess was right.
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isOurs) return [401, 'the signature does not match']
  const isFresh = Math.abs(Date.now() - Date.parse(timestamp)) <= FIVE_MINUTES_MS
  return isFresh ? null : [400, 'the timestamp is more than five minutes away']
}

/** The answer to a request: any 2xx says that the event need not be sent again. */
async function receive(request) {
  const rawBody = await readBody(request)
  if (rawBody === null) return [413, 'the body is too large']
  const refused = refusal(request.headers, rawBody, SECRETS)
  if (refused) return refused
  const delivery = JSON.parse(rawBody)
  const name = `${delivery.event} ${delivery.data.id}`
  if (handled.has(name)) {
    console.log(`again ${name}`)
    return [204]
  }
  handle(delivery)
  handled.add(name)
  return [204]
}

/** The body as it came: parsed and written again it would have other bytes. Null when it is too large. */
async function readBody(request) {
  const chunks = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > MOST_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const server = createServer((request, response) => {
  const answer = ([status, reason = '']) => {
    if (reason) console.log(`refused ${status} ${reason}`)
    response.writeHead(status, { Connection: 'close' }).end(reason)
  }
  receive(request).then(answer, (error) => {
    console.error(error)
    // The event is sent again.
    answer([500, 'the event could not be handled'])
  })
})

if (SECRETS.length === 0) throw new Error('Set WEBHOOK_SECRET to the signing secret, whsec_…')
server.listen(PORT, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}`))
