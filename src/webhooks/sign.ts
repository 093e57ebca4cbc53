import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { SigningSecrets } from '../domain/webhook/webhook-delivery.ts'

/** Marks a signing secret wherever it turns up; the form Standard Webhooks prescribes. */
const SECRET_PREFIX = 'whsec_'

/** As many bytes as the hash has: more would add nothing. */
const SECRET_BYTES = 32

/** Receivers refuse what is older than this (specification, section 6), so that no delivery can be replayed. */
const TOLERANCE_MS = 5 * 60 * 1_000

/** Generates a signing secret: `whsec_` followed by 32 random bytes in base64. Show it only once. */
export function newSigningSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/** A delivery to sign. */
export interface UnsignedWebhook {
  /** As shown to the account, `whsec_…`, newest first. */
  readonly secrets: SigningSecrets
  /** The raw body: signed and sent as the same bytes. */
  readonly body: string
  readonly sentAt: Date
  readonly eventId: string
}

/** The signature headers: the two of the specification and the three of Standard Webhooks. */
export interface WebhookSignatureHeaders {
  readonly 'X-Service-Timestamp': string
  readonly 'X-Service-Signature': string
  readonly 'webhook-id': string
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
}

/**
 * Signs a delivery in both ways that receivers can verify.
 *
 * `X-Service-Signature` is keyed with the secret as shown, prefix included (specification, section 6);
 * `webhook-signature` with the bytes that the secret's base64 stands for (standardwebhooks.com). That
 * one has room for a signature by each secret; the other is made with the newest alone.
 */
export function signWebhook({ secrets, body, sentAt, eventId }: UnsignedWebhook): WebhookSignatureHeaders {
  const timestamp = sentAt.toISOString()
  const unixSeconds = Math.floor(sentAt.getTime() / 1_000)
  const standard = secrets.map((secret) => standardSignature(secret, `${eventId}.${unixSeconds}.${body}`))
  return {
    'X-Service-Timestamp': timestamp,
    'X-Service-Signature': serviceSignature(secrets[0], timestamp, body),
    'webhook-id': eventId,
    'webhook-timestamp': String(unixSeconds),
    'webhook-signature': standard.join(' '),
  }
}

/** A delivery as a receiver gets it. */
export interface ReceivedWebhook {
  /** In any case, as `node:http` or an object of one's own gives them. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The body before any parsing: parsing and writing again would change bytes. */
  readonly rawBody: string | Uint8Array
  readonly secret: string
  readonly now: Date
}

/**
 * Whether a delivery was signed with this secret within the last five minutes.
 *
 * Checks the specification's headers, in constant time. A timestamp from the future is refused
 * beyond the same five minutes, which leave room for clocks that disagree.
 */
export function verifyWebhook({ headers, rawBody, secret, now }: ReceivedWebhook): boolean {
  const timestamp = singleHeader(headers, 'x-service-timestamp')
  const signature = singleHeader(headers, 'x-service-signature')
  if (timestamp === null || signature === null) return false

  const given = Buffer.from(signature)
  const expected = Buffer.from(serviceSignature(secret, timestamp, rawBody))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false

  // Not a date: NaN, which is within no distance of anything.
  return Math.abs(now.getTime() - Date.parse(timestamp)) <= TOLERANCE_MS
}

function standardSignature(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}

function serviceSignature(secret: string, timestamp: string, body: string | Uint8Array): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`
}

/** A header that is there exactly once, else null. */
function singleHeader(headers: ReceivedWebhook['headers'], name: string): string | null {
  const values = Object.entries(headers).flatMap(([key, value]) => (key.toLowerCase() === name ? value : []))
  return values.length === 1 ? (values[0] ?? null) : null
}
