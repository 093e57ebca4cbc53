import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { newSigningSecret, signWebhook, verifyWebhook } from '../../../src/webhooks/sign.ts'

const body = '{"event":"video.ready","data":{"title":"Grüße 🎬"},"sent_at":"2026-11-21T10:00:00.000Z"}'

/** A delivery signed now, and what its receiver needs to check it. */
function delivery({ secret = newSigningSecret(), sentAt = new Date() } = {}) {
  return { secret, sentAt, headers: signWebhook({ secrets: [secret], body, sentAt, eventId: 'evt_1' }) }
}

/** Every text that differs from the given one in exactly one byte. */
function* oneByteChanged(text: string): Generator<Buffer> {
  const bytes = Buffer.from(text)
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes)
    changed[index]! ^= 1
    yield changed
  }
}

test('a new secret is whsec_ and 32 random bytes', () => {
  const secret = newSigningSecret()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/u)
  expect(newSigningSecret()).not.toBe(secret)
})

test('the service signature is the HMAC that the specification describes', () => {
  const { secret, sentAt, headers } = delivery()
  const hex = createHmac('sha256', Buffer.from(secret, 'utf8'))
    .update(sentAt.toISOString() + '.' + body)
    .digest('hex')
  expect(headers['X-Service-Timestamp']).toBe(sentAt.toISOString())
  expect(headers['X-Service-Signature']).toBe(`sha256=${hex}`)
})

test('the Standard Webhooks library accepts what we sign', () => {
  const { secret, headers } = delivery()
  expect(new Webhook(secret).verify(body, { ...headers })).toEqual(JSON.parse(body))
})

test('while two secrets overlap, the library accepts a delivery with either, and with no third', () => {
  const [newest, previous] = [newSigningSecret(), newSigningSecret()]
  const headers = {
    ...signWebhook({ secrets: [newest, previous], body, sentAt: new Date(), eventId: 'evt_1' }),
  }
  for (const secret of [newest, previous]) {
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  }
  expect(() => new Webhook(newSigningSecret()).verify(body, headers)).toThrow()
})

test('while two secrets overlap, the service signature is made with the newest alone', () => {
  const [newest, previous] = [newSigningSecret(), newSigningSecret()]
  const now = new Date()
  const headers = { ...signWebhook({ secrets: [newest, previous], body, sentAt: now, eventId: 'evt_1' }) }
  expect(verifyWebhook({ headers, rawBody: body, secret: newest, now })).toBe(true)
  expect(verifyWebhook({ headers, rawBody: body, secret: previous, now })).toBe(false)
})

test('the Standard Webhooks library refuses one changed byte of body, id, timestamp or signature', () => {
  const { secret, headers } = delivery()
  const receiver = new Webhook(secret)
  for (const changed of oneByteChanged(body)) expect(() => receiver.verify(changed, { ...headers })).toThrow()
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const) {
    for (const changed of oneByteChanged(headers[name])) {
      expect(() => receiver.verify(body, { ...headers, [name]: changed.toString('latin1') })).toThrow()
    }
  }
})

test('a receiver accepts a delivery whatever the case of its headers, as text or as bytes', () => {
  const { secret, headers, sentAt: now } = delivery()
  const lowerCase = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  expect(verifyWebhook({ headers: { ...headers }, rawBody: body, secret, now })).toBe(true)
  expect(verifyWebhook({ headers: lowerCase, rawBody: Buffer.from(body), secret, now })).toBe(true)
})

test('a receiver refuses one changed byte of body, timestamp or signature', () => {
  const { secret, headers, sentAt: now } = delivery()
  for (const changed of oneByteChanged(body)) {
    expect(verifyWebhook({ headers: { ...headers }, rawBody: changed, secret, now })).toBe(false)
  }
  for (const name of ['X-Service-Timestamp', 'X-Service-Signature'] as const) {
    for (const changed of oneByteChanged(headers[name])) {
      const spoilt = { ...headers, [name]: changed.toString('latin1') }
      expect(verifyWebhook({ headers: spoilt, rawBody: body, secret, now })).toBe(false)
    }
  }
})

test('a receiver refuses a signature made with another secret', () => {
  const { headers, sentAt: now } = delivery()
  const secret = newSigningSecret()
  expect(verifyWebhook({ headers: { ...headers }, rawBody: body, secret, now })).toBe(false)
})

test.each([
  [-300_001, false],
  [-300_000, true],
  [0, true],
  [300_000, true],
  [300_001, false],
])('a delivery read %i ms after it was sent is accepted: %s', (laterMs, accepted) => {
  const { secret, headers, sentAt } = delivery()
  const now = new Date(sentAt.getTime() + laterMs)
  expect(verifyWebhook({ headers: { ...headers }, rawBody: body, secret, now })).toBe(accepted)
})

test('a timestamp that is no date is refused even when it is signed', () => {
  const { secret, headers, sentAt: now } = delivery()
  const signature = createHmac('sha256', secret).update(`tomorrow.${body}`).digest('hex')
  const spoilt = {
    ...headers,
    'X-Service-Timestamp': 'tomorrow',
    'X-Service-Signature': `sha256=${signature}`,
  }
  expect(verifyWebhook({ headers: spoilt, rawBody: body, secret, now })).toBe(false)
})

test('headers that are missing or there twice are refused', () => {
  const { secret, headers, sentAt: now } = delivery()
  const { 'X-Service-Signature': signature, ...unsigned } = headers
  expect(verifyWebhook({ headers: unsigned, rawBody: body, secret, now })).toBe(false)
  expect(verifyWebhook({ headers: {}, rawBody: body, secret, now })).toBe(false)
  const twice = { ...unsigned, 'X-Service-Signature': [signature, signature] }
  expect(verifyWebhook({ headers: twice, rawBody: body, secret, now })).toBe(false)
})

test('any body and moment that we sign, receivers of both kinds accept', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.uuid(), (text, eventId) => {
      const secret = newSigningSecret()
      const now = new Date()
      const headers = { ...signWebhook({ secrets: [secret], body: text, sentAt: now, eventId }) }
      expect(verifyWebhook({ headers, rawBody: text, secret, now })).toBe(true)
      expect(() => new Webhook(secret).verify(text, headers, { jsonParse: false })).not.toThrow()
    }),
  )
})
