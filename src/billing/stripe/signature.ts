import { createHmac, timingSafeEqual } from 'node:crypto'

import { NoticeRefused } from '../../domain/billing/notice-refused.ts'

/** A delivery that is older may be one that somebody kept; Stripe's libraries allow as much. */
const TOLERANCE_SECONDS = 300

/**
 * Makes sure that Stripe sent a body: `t=` is the time of sending and each `v1=` a SHA-256 HMAC of
 * `<time>.<body>`. While a secret is being rolled there are several.
 *
 * @param header of `Stripe-Signature`.
 * @param secret `whsec_…`, used as it is written.
 * @throws NoticeRefused.
 * @see https://docs.stripe.com/webhooks#verify-manually
 */
export function verifyStripeSignature(body: Buffer, header: string, secret: string, now: Date): void {
  const parts = header.split(',').map((part) => part.split('=', 2) as [string, string | undefined])
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/u.test(time)) throw new NoticeRefused('The Stripe-Signature header has no time.')
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
  const isSigned = parts.some(([name, value]) => name === 'v1' && isSame(value ?? '', expected))
  if (!isSigned) throw new NoticeRefused('No signature in the Stripe-Signature header is right.')
  if (Math.abs(now.getTime() / 1000 - Number(time)) > TOLERANCE_SECONDS)
    throw new NoticeRefused('The Stripe-Signature header is too old, or the clock of this server is wrong.')
}

function isSame(hex: string, expected: Buffer): boolean {
  const given = Buffer.from(hex, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
