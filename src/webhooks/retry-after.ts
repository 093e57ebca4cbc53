import { LONGEST_RETRY_AFTER_SECONDS } from '../domain/webhook/webhook-schedule.ts'

/** The only date form senders may write (RFC 9110, section 5.6.7), for example `Sun, 06 Nov 1994 08:49:37 GMT`. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/u

/**
 * Parses a `Retry-After` header, which contains seconds or an HTTP date.
 *
 * @returns whole seconds, rounded up, from 0 to 24 hours; null when there is none or it makes no sense.
 */
export function retryAfterSeconds(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? ''
  const seconds = /^\d+$/u.test(text) ? Number(text) : secondsUntil(text, now)
  if (seconds === null || Number.isNaN(seconds)) return null
  return Math.min(Math.max(0, Math.ceil(seconds)), LONGEST_RETRY_AFTER_SECONDS)
}

function secondsUntil(text: string, now: Date): number | null {
  return HTTP_DATE.test(text) ? (Date.parse(text) - now.getTime()) / 1_000 : null
}
