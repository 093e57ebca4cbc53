import { createHmac } from 'node:crypto'

/** What is signed, as the service would. */
interface Unsigned {
  /** `whsec_…` */
  readonly secret: string
  readonly eventId: string
  readonly body: string
  readonly sentAt: Date
}

/** The five headers of a delivery: two are keyed with the secret as it is shown, three with the bytes that it stands for. */
export function signedHeaders({ secret, eventId, body, sentAt }: Unsigned): Record<string, string> {
  const time = sentAt.toISOString()
  const seconds = Math.floor(sentAt.getTime() / 1_000)
  const bytes = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const service = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  const standard = createHmac('sha256', bytes).update(`${eventId}.${seconds}.${body}`).digest('base64')
  return {
    'X-Service-Timestamp': time,
    'X-Service-Signature': `sha256=${service}`,
    'webhook-id': eventId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${standard}`,
  }
}
