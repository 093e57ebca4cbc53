import { ApiError, ConnectionError, errorOf, PresenterError, TimeoutError } from './errors.ts'
import type { AnswerFacts } from './errors.ts'
import type { Settings } from './settings.ts'
import { withinTime } from './time-limit.ts'
import type { TimeLimit } from './time-limit.ts'
import { userAgent } from './user-agent.ts'
import { pause } from './pause.ts'

/** What every call takes beside its own parameters. */
export interface CallOptions {
  /** Ends the call: it then rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** Milliseconds that the call may take, with all its retries. */
  readonly timeoutMs?: number
}

type Parameter = string | number | boolean

/** Parameters of a query; those without a value are left out. */
export type Query = Readonly<
  Record<string, Parameter | readonly Parameter[] | Readonly<Record<string, Parameter>> | null | undefined>
>

/** A request to the API. */
export interface Request extends CallOptions {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the base URL. */
  readonly path: string
  readonly query?: Query | undefined
  readonly body?: unknown
  readonly idempotencyKey?: string | null
}

/** What came back, and how. */
export interface Answer<Data> {
  readonly data: Data
  readonly status: number
  readonly headers: Headers
  readonly requestId: string | null
  readonly idempotencyKey: string | null
}

/** Beyond it, waiting is left to the caller. */
const LONGEST_WAIT_SECONDS = 60
const FIRST_WAIT_MS = 500
const LARGEST_WAIT_MS = 8_000

/** Answers of proxies and servers in between, whose body is not the service's. */
const PASSING = new Set([408, 429, 502, 503, 504])

/**
 * Sends a request until it is answered for good: again when the connection broke, and when the service says that the
 * error passes. A key keeps what is sent again from being done twice.
 *
 * @throws ApiError of the code that the service answered with, ConnectionError, or TimeoutError.
 */
export function call<Data>(settings: Settings, request: Request): Promise<Answer<Data>> {
  const timed = { ...request, timeoutMs: request.timeoutMs ?? settings.timeoutMs }
  return withinTime(timed, (limit) => tryUntil<Data>(settings, timed, limit))
}

async function tryUntil<Data>(
  settings: Settings,
  request: Request & { readonly timeoutMs: number },
  { signal, isOver }: TimeLimit,
): Promise<Answer<Data>> {
  for (let tries = 0; ; tries += 1) {
    const error = await tryOnce<Data>(settings, request, signal).catch((thrown: unknown) => {
      request.signal?.throwIfAborted()
      if (thrown instanceof PresenterError) return thrown
      return unreachable(thrown, request, isOver() ? request.timeoutMs : null)
    })
    if (!(error instanceof PresenterError)) return error
    const waitMs = waitBefore(error, tries)
    if (waitMs === null || tries >= settings.maxRetries) throw error
    await pause(waitMs, signal).catch(() => {
      request.signal?.throwIfAborted()
      throw error
    })
  }
}

async function tryOnce<Data>(
  settings: Settings,
  request: Request,
  signal: AbortSignal,
): Promise<Answer<Data> | ApiError> {
  const { method, path, idempotencyKey = null } = request
  const startedAt = Date.now()
  const response = await send(settings, request, signal)
  const text = await response.text()
  const facts = factsOf(response, idempotencyKey)
  settings.log(
    `presenter-video ${method} ${path} ${response.status} ${Date.now() - startedAt} ms ${facts.requestId ?? ''}`,
  )
  const body = parsed(text)
  if (!response.ok) return errorOf(facts, body)
  return { data: body as Data, headers: response.headers, ...facts }
}

/** Sends a request once, and resolves with the head of its answer. */
export function send(
  settings: Settings,
  { method, path, query = {}, body, idempotencyKey = null }: Request,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return settings.fetch(settings.baseUrl + path + queryText(query), {
    method,
    headers: {
      Authorization: `Bearer ${settings.apiKey}`,
      'User-Agent': userAgent(),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey !== null && { 'Idempotency-Key': idempotencyKey }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal,
  })
}

/** What an answer says beside its body. */
export function factsOf(response: Response, idempotencyKey: string | null): AnswerFacts {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return {
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
    idempotencyKey,
  }
}

/** How long to wait before the next try; null: there is none. */
function waitBefore(error: PresenterError, tries: number): number | null {
  if (error instanceof TimeoutError) return null
  if (error instanceof ApiError) {
    if (!error.retryable && !(error.code === 'unknown' && PASSING.has(error.status))) return null
    if (error.retryAfter !== null)
      return error.retryAfter > LONGEST_WAIT_SECONDS ? null : error.retryAfter * 1_000
  }
  const most = Math.min(LARGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries)
  return most / 2 + Math.random() * (most / 2)
}

function unreachable(
  thrown: unknown,
  { method, path, idempotencyKey = null }: Request,
  timeoutMs: number | null,
) {
  const what = `${method} ${path}`
  if (timeoutMs !== null)
    return new TimeoutError(`${what} was not answered within ${timeoutMs} ms.`, idempotencyKey, thrown)
  const why = thrown instanceof Error ? thrown.message : String(thrown)
  return new ConnectionError(
    `${what} could not be sent, or its answer was lost: ${why}`,
    idempotencyKey,
    thrown,
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Lists are joined by commas; of objects, each member is a parameter of its own: `metadata[order]=1042`. */
function queryText(query: Query): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    if (Array.isArray(value)) parameters.append(name, value.join(','))
    else if (typeof value === 'object')
      for (const [key, member] of Object.entries(value)) parameters.append(`${name}[${key}]`, String(member))
    else parameters.append(name, String(value))
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}
