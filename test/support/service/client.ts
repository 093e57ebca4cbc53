import { holdToContract } from '../http/contract.ts'
import { PATIENTLY } from '../run/patiently.ts'

/** One answer of the API: everything a client can see. */
export interface ApiAnswer {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look at any member of any answer
  readonly body: any
}

/**
 * A client of the API that hides nothing: no exceptions for error answers, and no retries but those after 503, as the
 * specification advises (section 7): a machine that is busy decides too late. But it refuses an answer that is not as the
 * API's description says.
 */
export interface TestClient {
  readonly key: string
  /** Asks again as long as the answer is 503. */
  request(method: string, path: string, options?: RequestOptions): Promise<ApiAnswer>
  /** Asks once, for tests of that answer. */
  requestOnce(method: string, path: string, options?: RequestOptions): Promise<ApiAnswer>
  /** POST /videos with a short script and Maya, unless told otherwise, once. */
  askForVideo(body?: object, headers?: Record<string, string>): Promise<ApiAnswer>
  /** The same, asked again as long as the answer is 503. */
  createVideo(body?: object, headers?: Record<string, string>): Promise<ApiAnswer>
  /** Polls until the video has the status; fails when it ends otherwise. */
  untilStatus(id: string, status: string, patienceMs?: number): Promise<ApiAnswer['body']>
}

/** What a request carries beside its path. */
export interface RequestOptions {
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown
  /** Replaces or, with an empty text, removes the usual headers. */
  readonly headers?: Record<string, string>
}

/** At first; what has lasted is looked at less often, by a tenth of that time at most too late. */
const POLL_EVERY_MS = 50
const POLL_SHARE = 0.1
const PATIENCE_MS = PATIENTLY.timeout
/** After 503. */
const ASK_AGAIN_AFTER_MS = 300

/** Asks again as long as the answer is 503. */
export async function untilServed(ask: () => Promise<ApiAnswer>): Promise<ApiAnswer> {
  const startedAt = Date.now()
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503 || Date.now() - startedAt > PATIENCE_MS) return answer
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_AFTER_MS))
  }
}

/** @param baseUrl of the service, without the version segment. */
export function createTestClient(baseUrl: string, key: string): TestClient {
  async function requestOnce(method: string, path: string, options: RequestOptions = {}): Promise<ApiAnswer> {
    const { body, headers = {} } = options
    const usual: Record<string, string> = { Authorization: `Bearer ${key}` }
    if (body !== undefined) usual['Content-Type'] = 'application/json'
    const merged = Object.entries({ ...usual, ...headers }).filter(([, value]) => value !== '')
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      redirect: 'manual',
      headers: Object.fromEntries(merged),
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = text !== '' && (response.headers.get('Content-Type')?.includes('json') ?? false)
    const answer = {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
    }
    holdToContract(method, path, answer)
    return answer
  }

  const askForVideo: TestClient['askForVideo'] = (body = {}, headers = {}) =>
    requestOnce('POST', '/videos', {
      body: { script: 'Hello there.', presenter_id: 'maya', ...body },
      headers,
    })

  return {
    key,
    request: (method, path, options) => untilServed(() => requestOnce(method, path, options)),
    requestOnce,
    askForVideo,
    createVideo: (body, headers) => untilServed(() => askForVideo(body, headers)),
    async untilStatus(id, status, patienceMs = PATIENCE_MS) {
      const startedAt = Date.now()
      for (;;) {
        const { body } = await untilServed(() => requestOnce('GET', `/videos/${id}`))
        if (body.status === status) return body
        if (body.status !== 'rendering' && body.status !== 'queued') {
          throw new Error(`${id} is ${body.status}, not ${status}: ${JSON.stringify(body.error)}`)
        }
        const waitedMs = Date.now() - startedAt
        if (waitedMs > patienceMs) throw new Error(`${id} is still ${body.status} at ${body.progress} %`)
        await new Promise((resolve) => setTimeout(resolve, Math.max(POLL_EVERY_MS, waitedMs * POLL_SHARE)))
      }
    },
  }
}
