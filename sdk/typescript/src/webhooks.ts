import type { components } from './description.ts'
import { WebhookVerificationError } from './errors.ts'

/** What a webhook receives. Types of events may be added: ignore those that you do not know. */
export type VideoEvent = components['schemas']['VideoEvent']

/** A delivery is refused when it was signed longer ago, so that nobody can replay it. */
const TOLERANCE_MS = 5 * 60_000

type HeadersLike = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Checks that a delivery was sent by the service within the last five minutes, and returns its event. Either pair of
 * signature headers is enough; both are accepted.
 *
 * @param rawBody as it came: parsing and writing it again would change its bytes.
 * @param secrets `whsec_…`; two while you change from one to the other.
 * @throws WebhookVerificationError: answer with 400, and do nothing.
 */
export async function unwrap(
  rawBody: string | Uint8Array,
  headers: HeadersLike,
  secrets: string | readonly string[],
): Promise<VideoEvent> {
  const bytes = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody
  const known = typeof secrets === 'string' ? [secrets] : secrets
  const read = (name: string) => headerOf(headers, name)
  const sentAt = (await signedByService(bytes, read, known)) ?? (await signedByStandard(bytes, read, known))
  if (sentAt === null) throw refused('The signature matches none of the secrets.')
  // No date at all is within no distance of anything.
  if (!(Math.abs(Date.now() - sentAt) <= TOLERANCE_MS))
    throw refused('The delivery was signed more than five minutes ago, or a clock is wrong.')
  return JSON.parse(new TextDecoder().decode(bytes)) as VideoEvent
}

type Read = (name: string) => string | null

/** `X-Service-Signature`: keyed with the secret as it is shown. Null when it is not signed so; else when it was sent. */
async function signedByService(
  body: Uint8Array,
  read: Read,
  secrets: readonly string[],
): Promise<number | null> {
  const timestamp = read('x-service-timestamp')
  const signature = read('x-service-signature')
  if (timestamp === null || signature === null) return null
  const given = bytesOfHex(signature.replace(/^sha256=/u, ''))
  for (const secret of secrets) {
    if (await isSignature(new TextEncoder().encode(secret), given, `${timestamp}.`, body))
      return Date.parse(timestamp)
  }
  return null
}

/** `webhook-signature` (standardwebhooks.com): keyed with the bytes of the secret, with a signature for each secret. */
async function signedByStandard(
  body: Uint8Array,
  read: Read,
  secrets: readonly string[],
): Promise<number | null> {
  const [id, timestamp, signatures] = [
    read('webhook-id'),
    read('webhook-timestamp'),
    read('webhook-signature'),
  ]
  if (id === null || timestamp === null || signatures === null) return null
  const given = signatures.split(' ').filter((signature) => signature.startsWith('v1,'))
  for (const secret of secrets) {
    const key = bytesOfBase64(secret.replace(/^whsec_/u, ''))
    for (const signature of given) {
      if (await isSignature(key, bytesOfBase64(signature.slice(3)), `${id}.${timestamp}.`, body))
        return Number(timestamp) * 1_000
    }
  }
  return null
}

/** In constant time, by the runtime's own comparison. */
async function isSignature(
  secret: Uint8Array,
  given: Uint8Array,
  prefix: string,
  body: Uint8Array,
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', new Uint8Array(secret), algorithm, false, ['verify'])
  const head = new TextEncoder().encode(prefix)
  const signed = new Uint8Array(head.length + body.length)
  signed.set(head)
  signed.set(body, head.length)
  return crypto.subtle.verify('HMAC', key, new Uint8Array(given), signed)
}

function headerOf(headers: HeadersLike, name: string): string | null {
  if (typeof headers.get === 'function') return (headers as Headers).get(name)
  const found = Object.entries(headers as Record<string, string | readonly string[] | undefined>).find(
    ([key]) => key.toLowerCase() === name,
  )?.[1]
  return typeof found === 'string' ? found : null
}

function bytesOfHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../gu) ?? [], (byte) => Number.parseInt(byte, 16))
}

function bytesOfBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0)
  } catch {
    return new Uint8Array()
  }
}

function refused(message: string): WebhookVerificationError {
  return new WebhookVerificationError(message, null)
}
