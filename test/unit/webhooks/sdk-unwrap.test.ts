import { expect, test } from 'vitest'

import { unwrap, WebhookVerificationError } from '../../../sdk/typescript/src/index.ts'
import { newSigningSecret, signWebhook } from '../../../src/webhooks/sign.ts'

const [secret, former, another] = [newSigningSecret(), newSigningSecret(), newSigningSecret()]
const body =
  '{"event":"video.ready","data":{"id":"vid_1","title":"Grüße"},"sent_at":"2026-11-21T10:00:00.000Z"}'

function delivery(age = 0) {
  const sentAt = new Date(Date.now() - age)
  return { ...signWebhook({ secrets: [secret, former], body, sentAt, eventId: 'evt_1' }) }
}

const only = (...names: string[]) =>
  Object.fromEntries(
    Object.entries(delivery()).filter(([name]) => names.some((part) => name.startsWith(part))),
  )

test.each([
  ['all headers', delivery()],
  ['those of the service alone', only('X-Service')],
  ['those of Standard Webhooks alone', only('webhook-')],
  [
    'headers in lower case',
    Object.fromEntries(Object.entries(delivery()).map(([name, value]) => [name.toLowerCase(), value])),
  ],
  ['headers as fetch has them', new Headers({ ...delivery() })],
] as const)('a delivery with %s is the event that was sent', async (_, headers) => {
  expect(await unwrap(body, headers, secret)).toEqual(JSON.parse(body))
  expect(await unwrap(Buffer.from(body), headers, [another, secret])).toEqual(JSON.parse(body))
})

test('a receiver that still has the former secret accepts deliveries of a rotation', async () => {
  expect(await unwrap(body, { ...delivery() }, former)).toEqual(JSON.parse(body))
})

test.each([
  ['by another secret', body, delivery(), another],
  ['of another body', body.replace('vid_1', 'vid_2'), delivery(), secret],
  ['from six minutes ago', body, delivery(360_000), secret],
  ['from the future', body, delivery(-360_000), secret],
  ['without headers', body, {}, secret],
  [
    'with half a signature',
    body,
    { ...delivery(), 'X-Service-Signature': 'sha256=', 'webhook-signature': 'v1,' },
    secret,
  ],
  ['with another id and no other signature', body, { ...only('webhook-'), 'webhook-id': 'evt_2' }, secret],
])('a delivery %s is refused', async (_, rawBody, headers, known) => {
  await expect(unwrap(rawBody, { ...headers }, known)).rejects.toBeInstanceOf(WebhookVerificationError)
})
