import { performance } from 'node:perf_hooks'
import { request } from 'undici'
import type { Dispatcher } from 'undici'
import type { WebhookOutcome, WebhookRequest } from '../domain/webhook/webhook-delivery.ts'
import type { WebhookSender } from '../ports/webhook/webhook-sender.ts'
import { failureInWords } from '../net/failure.ts'
import type { AddressGuard } from '../net/guard.ts'
import { createPinnedAgent } from '../net/pinned-agent.ts'
import { retryAfterSeconds } from './retry-after.ts'
import { signWebhook } from './sign.ts'

/**
 * For the whole attempt, from name to answer: an idle timer alone would never end a body that
 * drips. Receivers should answer first and work later (decisions, "Webhooks").
 */
export const ATTEMPT_LIMIT_MS = 15_000

/** Enough of an answer to see what went wrong; the rest is not read. */
const MOST_EXCERPT_BYTES = 4_096

/** Everything but line breaks and tabs that a terminal, a database or a page could trip over. */
const CONTROL_CHARACTERS = /[^\P{Cc}\n\r\t]/gu

/** The guard and the settings of a sender. */
export interface WebhookSenderOptions {
  readonly guard: AddressGuard
  /** Version of the service, for the `User-Agent` header. */
  readonly version: string
  readonly now: () => Date
  readonly attemptLimitMs?: number
}

/** Creates a sender that only connects to addresses that the guard admits. It follows no redirects and uses no proxy. */
export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { guard, version, now, attemptLimitMs = ATTEMPT_LIMIT_MS } = options
  return {
    async send(delivery) {
      const startedAt = performance.now()
      const signal = AbortSignal.timeout(attemptLimitMs)
      const admission = await guard.admit(delivery.url)
      const headers = requestHeaders(delivery, version)
      const [answer, sent] =
        admission.verdict === 'admitted'
          ? [await post(delivery, { addresses: admission.addresses, signal, headers }), headers]
          : [noAnswer(admission.reason), null]
      const durationMs = Math.round(performance.now() - startedAt)
      return toOutcome(answer, { now: now(), durationMs, requestHeaders: sent && withoutSignatures(sent) })
    },
  }
}

/** What a receiver said, or why it said nothing. */
interface Answer {
  readonly status: number | null
  readonly retryAfter: string | undefined
  readonly excerpt: string
  readonly error: string | null
}

function noAnswer(error: string): Answer {
  return { status: null, retryAfter: undefined, excerpt: '', error }
}

interface Attempt {
  readonly addresses: readonly string[]
  readonly signal: AbortSignal
  readonly headers: Headers
}

type Headers = Readonly<Record<string, string>>

function requestHeaders(delivery: WebhookRequest, version: string): Headers {
  return {
    'content-type': 'application/json',
    'user-agent': `presenter-video-api/${version}`,
    ...signWebhook(delivery),
  }
}

/** What may be shown: with a signature, who can read the log could send the delivery again for five minutes. */
function withoutSignatures(headers: Headers): Headers {
  return { ...headers, 'X-Service-Signature': '[removed]', 'webhook-signature': '[removed]' }
}

/** POSTs once, to one of the addresses given. */
async function post(delivery: WebhookRequest, { addresses, signal, headers }: Attempt): Promise<Answer> {
  const agent = createPinnedAgent(addresses, signal)
  try {
    const response = await request(delivery.url, {
      method: 'POST',
      dispatcher: agent,
      signal,
      headers,
      body: delivery.body,
    })
    return {
      status: response.statusCode,
      retryAfter: firstOf(response.headers['retry-after']),
      excerpt: await readExcerpt(response.body),
      error: null,
    }
  } catch (error) {
    return noAnswer(signal.aborted ? 'no response arrived in time' : failureInWords(error))
  } finally {
    await agent.destroy()
  }
}

/**
 * The beginning of an answer's body. The status has been said by then, so a body that drips,
 * floods or breaks off changes nothing: what came of it is shown.
 */
async function readExcerpt(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk as Buffer)
      sizeBytes += (chunk as Buffer).length
      if (sizeBytes >= MOST_EXCERPT_BYTES) break
    }
  } catch {
    // Broken off or out of time.
  }
  const bytes = Buffer.concat(chunks).subarray(0, MOST_EXCERPT_BYTES)
  // As a stream, so that a character cut in two at the end is left out.
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll(CONTROL_CHARACTERS, '\uFFFD')
}

function toOutcome(
  answer: Answer,
  { now, durationMs, requestHeaders }: { now: Date; durationMs: number; requestHeaders: Headers | null },
): WebhookOutcome {
  const { status, retryAfter, excerpt, error } = answer
  const asksToWait = status === 429 || status === 503
  return {
    delivered: status !== null && status >= 200 && status < 300,
    status,
    durationMs,
    requestHeaders,
    responseExcerpt: excerpt,
    error,
    retryAfterSeconds: asksToWait ? retryAfterSeconds(retryAfter, now) : null,
    gone: status === 410,
  }
}

function firstOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
