import type { Door } from '../../../src/api/console/door.ts'

/** Where the application's own endpoints live. */
export const CONSOLE = '/api/console'
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
let isAboutTestData = false

/** Chooses the account that requests are about, for a person who works for several, and whether about its test data. */
export function workFor(id: string | null, isTestData: boolean): void {
  accountId = id
  isAboutTestData = isTestData
}

/** Whether the pages show the account's test data. */
export function showsTestData(): boolean {
  return isAboutTestData
}

/** The account that requests are about; null for nobody's. */
export function workedFor(): string | null {
  return accountId
}

/** One of the application's endpoints, by method and path. */
export type Name = keyof Door

/** What an endpoint answers. */
export type Answer<Asked extends Name> = Door[Asked]['answer']

/** What fills the places of a path: `id` and `number` of `/takes/:id/chunks/:number`. */
type Places<Path> = Path extends `${string}:${infer Place}/${infer Rest}`
  ? Place | Places<`/${Rest}`>
  : Path extends `${string}:${infer Place}`
    ? Place
    : never

type WithPlaces<Asked> = [Places<Asked>] extends [never]
  ? unknown
  : { readonly params: Readonly<Record<Places<Asked>, string | number>> }

/** A value that is absent or null is not sent. */
type WithQuery<Query> = unknown extends Query
  ? unknown
  : { readonly query?: { readonly [Key in keyof Query]?: string | number | null | undefined } }

/** An endpoint without a schema of its body takes none, or the bytes of a `Blob`. */
type WithBody<Body> = unknown extends Body ? { readonly body?: Blob } : { readonly body: Body }

/** What a request to an endpoint carries, and how it ends: with its signal, or, kept alive, after its page is gone. */
export type Carried<Asked extends Name> = WithPlaces<Asked> &
  WithQuery<Door[Asked]['query']> &
  WithBody<Door[Asked]['body']> &
  Pick<RequestInit, 'signal' | 'keepalive'> & { readonly headers?: Readonly<Record<string, string>> }

/** May be left out when nothing of it must be there. */
export type RequestTo<Asked extends Name> =
  object extends Carried<Asked> ? [carried?: Carried<Asked>] : [carried: Carried<Asked>]

/** As `send` sees what a request carries, whatever the endpoint. */
interface Anything extends Pick<RequestInit, 'signal' | 'keepalive'> {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | null | undefined>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Asks one of the application's endpoints, for example `ask('DELETE /keys/:id', { params: { id } })`.
 *
 * @throws Refusal for an error; `offline`, with the status 0, when nothing answers.
 */
export function ask<Asked extends Name>(
  endpoint: Asked,
  ...[carried]: RequestTo<Asked>
): Promise<Answer<Asked>> {
  const [method, path] = endpoint.split(' ') as [string, string]
  const { params = {}, query = {}, ...rest }: Anything = carried ?? {}
  const filled = path.replaceAll(/:(\w+)/gu, (_, place: string) => encodeURIComponent(String(params[place])))
  const asked = Object.entries(query).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [[key, String(value)] as const],
  )
  const search = asked.length === 0 ? '' : `?${new URLSearchParams(Object.fromEntries(asked)).toString()}`
  return send(method, `${CONSOLE}${filled}${search}`, rest)
}

/** Asks sign-in, whose errors have a form of their own. @throws Refusal. */
export function askSignIn<Answer>(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
  return send(method, `${SIGN_IN}${path}`, { body })
}

async function send<Received>(method: string, url: string, sent: Sent): Promise<Received> {
  const response = await respond(method, url, sent)
  if (isSound(response)) return (await response.blob()) as Received
  return (await response.json().catch(() => null)) as Received
}

type Sent = Pick<Anything, 'body' | 'headers' | 'signal' | 'keepalive'>

/** The response of a request that is answered well. @throws Refusal for any other. */
export async function respond(
  method: string,
  url: string,
  { body, headers, ...ways }: Sent,
): Promise<Response> {
  const isBytes = body instanceof Blob
  const response = await fetch(url, {
    ...ways,
    method,
    headers: {
      ...headers,
      ...(accountId !== null && { 'X-Account-Id': accountId }),
      ...(isAboutTestData && { 'X-Test-Data': 'true' }),
      ...(body !== undefined && {
        'Content-Type': isBytes ? 'application/octet-stream' : 'application/json',
      }),
    },
    ...(body !== undefined && { body: isBytes ? body : JSON.stringify(body) }),
  }).catch(() => {
    throw new Refusal(0, { code: 'offline', message: 'The service does not answer. Is it running?' }, null)
  })
  if (response.ok) return response
  const answer: unknown = await response.json().catch(() => null)
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
