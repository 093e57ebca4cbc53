import { makingFailure } from '../../domain/video/making-failure.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { request } from 'undici'

/** What a speech server is asked. */
export interface SpeechPost {
  readonly url: string
  /** The one that holds the key is never told to anyone. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
}

/** How patient a request is; tests are less so. */
export interface Patience {
  /** For one try, from the first byte sent to the last one received. */
  readonly tryLimitMs: number
  /** Between tries, unless the server says how long; doubled each time. */
  readonly firstWaitMs: number
}

/** A phrase of 300 characters is 25 s of sound; a server without a graphics card may need twice that. */
const USUAL_PATIENCE: Patience = { tryLimitMs: 90_000, firstWaitMs: 1_000 }

/** Tries in all. What is left undone after them, Temporal tries again later. */
const MOST_TRIES = 4

/** A server that asks for a longer wait is not worth a place in the queue meanwhile. */
const LONGEST_WAIT_MS = 30_000

/** A minute of 48 kHz, and half as much again when it travels as text: far more than a phrase. */
const MOST_ANSWER_BYTES = 16 * 1024 * 1024

/** Too many requests or too much to do: nothing was spoken, so nothing is charged for a new try. */
const NOTHING_DONE = new Set([429, 503])

/** Errors of a connection that was never made. */
const NEVER_SENT = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/u

/**
 * Asks a speech server, again only when it is certain that it has not spoken: servers charge for every
 * character they speak, also of an answer that is lost on its way.
 *
 * @throws SpeechEngineRefused (by name) when the server will never do it: key, voice or settings are wrong.
 * @throws Error when it did not do it this time.
 */
export async function askForSpeech(
  post: SpeechPost,
  signal: AbortSignal | undefined,
  { tryLimitMs, firstWaitMs }: Patience = USUAL_PATIENCE,
): Promise<Uint8Array> {
  for (let tries = 1; ; tries += 1) {
    const answer = await tryOnce(post, signal, tryLimitMs)
    if ('bytes' in answer) return answer.bytes
    const waitMs = answer.retryAfterMs ?? firstWaitMs * 2 ** (tries - 1)
    if (!answer.again || tries === MOST_TRIES || waitMs > LONGEST_WAIT_MS) throw answer.error
    await wait(waitMs, undefined, signal && { signal })
  }
}

type Answer =
  | { readonly bytes: Uint8Array }
  | { readonly error: Error; readonly again: boolean; readonly retryAfterMs: number | null }

async function tryOnce(
  { url, headers, body }: SpeechPost,
  signal: AbortSignal | undefined,
  tryLimitMs: number,
): Promise<Answer> {
  const limit = AbortSignal.timeout(tryLimitMs)
  try {
    const response = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      headersTimeout: tryLimitMs,
      bodyTimeout: tryLimitMs,
    })
    if (response.statusCode === 200) return { bytes: await bytesOf(response.body) }
    // The answer may quote the script or the key, so nobody is told of it.
    await response.body.dump()
    const again = NOTHING_DONE.has(response.statusCode)
    return {
      error: refusal(new URL(url).host, response.statusCode),
      again,
      retryAfterMs: retryAfter(response.headers['retry-after']),
    }
  } catch (error) {
    signal?.throwIfAborted()
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const what = limit.aborted
      ? `did not answer within ${tryLimitMs} ms`
      : `could not be reached (${code || 'broken answer'})`
    return {
      error: new Error(`The speech server ${new URL(url).host} ${what}`),
      again: NEVER_SENT.test(code),
      retryAfterMs: null,
    }
  }
}

async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body) {
    length += part.length
    if (length > MOST_ANSWER_BYTES) throw new Error('The answer is too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** What each status says about the settings. */
const REASONS: ReadonlyMap<number, string> = new Map([
  [
    400,
    'did not understand the request: is it the right kind of server, and does it know the voice and model?',
  ],
  [401, 'did not accept the key'],
  [402, 'wants to be paid first'],
  [403, 'did not allow it: does the key include speech, and this voice?'],
  [404, 'has no such address, voice or model'],
  [413, 'says that the phrase is too long'],
  [422, 'did not understand the request: does it know the voice and model?'],
  [429, 'takes no more requests for now'],
])

function refusal(host: string, status: number): Error {
  const reason = REASONS.get(status) ?? 'failed'
  const message = `The speech server ${host} ${reason} (HTTP ${status})`
  const isFinal = status >= 400 && status < 500 && !NOTHING_DONE.has(status) && status !== 408
  return isFinal ? makingFailure('SpeechEngineRefused', message) : new Error(message)
}

/** Milliseconds, when the server says how many seconds; dates are too rare to be read. */
function retryAfter(header: string | string[] | undefined): number | null {
  const seconds = Number(header)
  return header === undefined || !Number.isFinite(seconds) ? null : Math.max(0, seconds * 1000)
}
