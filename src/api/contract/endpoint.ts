import type { IncomingHttpHeaders } from 'node:http'

import type { z } from 'zod'

import type { Account } from '../../domain/account.ts'
import type { ErrorCode, FieldProblems, Problem } from '../../domain/errors.ts'
import type { Person, Role } from '../../domain/person.ts'
import type { RateLimitBucket } from '../../domain/rate-limit.ts'
import type { ApiPorts } from '../ports.ts'

/** What an endpoint hands back: a view, and headers that only it knows of. */
export interface Reply<Success> {
  readonly body: Success
  readonly headers?: Readonly<Record<string, string>>
}

/** Who sends a request: a program with a key, a person who is signed in to the application, or nobody known. */
export type Caller =
  | { readonly kind: 'key' }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'person'; readonly person: Person; readonly role: Role }

/** A request whose parts are already checked. */
export interface CheckedRequest<Params, Query, Body> {
  readonly account: Account
  readonly caller: Caller
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly headers: IncomingHttpHeaders
  /** Aborted when whoever asks does not wait for the answer any more. */
  readonly gone: AbortSignal
}

/** The chapters of the API's description, in their order. */
export const TAGS = {
  Account: 'Who you are to the service, what your plan gives and what is left of it.',
  Catalogue: 'Who can speak in a video: stock presenters, the account’s twins, and its voices.',
  Pronunciations: 'How words of the account’s scripts are said: names, brands, terms.',
  Videos: 'Turn a script into a finished video; watch it being made; fetch or delete it.',
  Webhooks: 'Where events are sent and what signs them; what was sent, and what came of it.',
} as const

/** The answer of an endpoint that did what it was asked. */
export interface Success<Body> {
  readonly status: 200 | 202
  /** What the answer means, in a sentence. */
  readonly description: string
  /** Every member of the answer; tests refuse any other. */
  readonly schema: z.ZodType<Body>
  readonly example: NoInfer<Body>
  /** Headers beside those of every answer. */
  readonly headers?: Readonly<Record<string, z.ZodType>>
  /** What can be done next, by operation id: its parameters as runtime expressions of OpenAPI. */
  readonly links?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** One endpoint of the API: what it takes, what it gives, and what it does. */
export interface Endpoint<Params = unknown, Query = unknown, Body = unknown, Answer = unknown> {
  readonly method: 'get' | 'post' | 'put' | 'delete'
  /** Below the version segment, with `:name` for parameters. */
  readonly path: string
  /** What clients in other languages call it, for example `createVideo`. */
  readonly operationId: string
  readonly tag: keyof typeof TAGS
  readonly summary: string
  /** What a caller has to know beyond the summary; Markdown. */
  readonly description: string
  readonly params?: z.ZodType<Params>
  readonly query?: z.ZodType<Query>
  /** Request headers, as described to callers; read by the handler. */
  readonly headers?: z.ZodObject
  readonly body?: z.ZodType<Body>
  /** Nothing may be sent as well: it stands for a body without members. */
  readonly bodyIsOptional?: true
  /** Bodies that show what can be sent, by what each one shows. */
  readonly bodyExamples?: Readonly<Record<string, object>>
  readonly success: Success<Answer>
  /** The dear bucket of the rate limit that a request counts in, beside `requests`. */
  readonly countsAs?: Exclude<RateLimitBucket, 'requests'>
  /**
   * The refusal that goes before everything else that is wrong with a request, and names that beside; null when
   * there is no reason for it.
   *
   * @param sent the body as it came.
   * @param wrong the members that were found wrong.
   */
  readonly goesFirst?: (
    sent: unknown,
    wrong: FieldProblems,
    account: Account,
    ports: ApiPorts,
  ) => Problem | null
  /** Codes it may answer with, beside those of every endpoint. */
  readonly errors: readonly ErrorCode[]
  handle(request: CheckedRequest<Params, Query, Body>, ports: ApiPorts): Promise<Reply<NoInfer<Answer>>>
}

/** Codes that every endpoint may answer with (specification sections 4, 5 and 8). */
export const ERRORS_OF_EVERY_ENDPOINT: readonly ErrorCode[] = [
  'invalid_api_key',
  'key_revoked',
  'rate_limited',
  'service_unavailable',
]

/** Declares an endpoint; routes, checks and the API's description follow from the declaration. */
export function endpoint<Params, Query, Body, Answer>(
  declared: Endpoint<Params, Query, Body, Answer>,
): Endpoint {
  // Sound because the router hands over only what the endpoint's own schemas have produced.
  return declared as unknown as Endpoint
}
