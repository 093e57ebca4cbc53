/** Where the application's own endpoints live. */
const CONSOLE = '/api/console'
/** Where sign-in lives. */
const SIGN_IN = '/api/auth'

/** A member of a request that the server found wrong. */
export interface FieldFault {
  readonly code: string
  readonly message: string
  readonly limit?: number
}

/** An answer that is an error: what to tell the person, and which fields are wrong. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  /** For the person, ready to be shown. */
  readonly userMessage: string
  readonly fields: Readonly<Record<string, FieldFault>>
  /** Seconds after which it may be tried again; null when it says nothing about that. */
  readonly retryAfterSeconds: number | null

  constructor(status: number, error: Partial<WireError>, retryAfter: string | null) {
    super(error.message ?? `The server answered ${status}.`)
    this.name = 'Refusal'
    this.status = status
    this.code = error.code ?? 'unknown'
    this.userMessage = error.user_message ?? error.message ?? 'Something went wrong. Please try again.'
    this.fields = error.fields ?? {}
    this.retryAfterSeconds = retryAfter === null ? null : Number(retryAfter)
  }
}

interface WireError {
  readonly code: string
  readonly message: string
  readonly user_message: string
  readonly fields: Record<string, FieldFault>
}

let accountId: string | null = null

/** Chooses the account that requests are about, for a person who works for several. */
export function workFor(id: string | null): void {
  accountId = id
}

/** How a request ends: with its signal, or, kept alive, after the page that sends it is gone. */
type Ways = Pick<RequestInit, 'signal' | 'keepalive'>

/**
 * Asks one of the application's endpoints.
 *
 * @param body sent as JSON; a `Blob` as the bytes that it is.
 * @throws Refusal for an error; `offline`, with the status 0, when nothing answers.
 */
export function ask<Answer>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  headers: Record<string, string> = {},
  ways: Ways = {},
): Promise<Answer> {
  return send(method, `${CONSOLE}${path}`, body, headers, ways)
}

/** Asks sign-in, whose errors have a form of their own. @throws Refusal. */
export function askSignIn<Answer>(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
  return send(method, `${SIGN_IN}${path}`, body, {})
}

async function send<Answer>(
  method: string,
  url: string,
  body: object | undefined,
  headers: Record<string, string>,
  ways: Ways = {},
): Promise<Answer> {
  const isBytes = body instanceof Blob
  const response = await fetch(url, {
    ...ways,
    method,
    headers: {
      ...headers,
      ...(accountId !== null && { 'X-Account-Id': accountId }),
      ...(body !== undefined && {
        'Content-Type': isBytes ? 'application/octet-stream' : 'application/json',
      }),
    },
    ...(body !== undefined && { body: isBytes ? body : JSON.stringify(body) }),
  }).catch(() => {
    throw new Refusal(0, { code: 'offline', message: 'The service does not answer. Is it running?' }, null)
  })
  if (response.ok && isSound(response)) return (await response.blob()) as Answer
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer as Answer
  const error =
    (answer as { error?: Partial<WireError> } | null)?.error ?? (answer as Partial<WireError> | null)
  if (error?.code === 'signed_out') signInAgain()
  throw new Refusal(response.status, error ?? {}, response.headers.get('Retry-After'))
}

/** The session has ended, perhaps elsewhere. Nothing stays in the page's memory; it is shown again after signing in. */
function signInAgain(): void {
  const { pathname, search } = location
  // Several requests may be refused at once.
  if (pathname !== '/sign-in') {
    location.assign(`/sign-in?${new URLSearchParams({ to: pathname + search }).toString()}`)
  }
}

/** Answers that are heard are taken as a `Blob`. */
function isSound(response: Response): boolean {
  return response.headers.get('Content-Type')?.startsWith('audio/') ?? false
}
