import type { IncomingHttpHeaders } from 'node:http'

import type { z } from 'zod'
import type { ZodOpenApiCallbacksObject } from 'zod-openapi'

import type { Account } from '../../domain/account/account.ts'
import type { KeySettings } from '../../domain/account/api-key.ts'
import type { KeyScope } from '../../domain/account/key-scope.ts'
import type { BoundedWork } from '../../domain/health/bounded-work.ts'
import type { ErrorCode, FieldProblems, Problem } from '../../domain/error/errors.ts'
import type { Person, Role } from '../../domain/account/person.ts'
import type { PersonBucket, RateLimitStatus, WantedPlace } from '../../domain/account/rate-limit.ts'
import type { Video } from '../../domain/video/video.ts'
import type { ApiPorts } from '../ports.ts'
import type { ServerEvent } from './server-event.ts'

/** What an endpoint's handler returns: the response body, and the headers that this endpoint alone sets. */
export interface Reply<Success> {
  readonly body: Success
  /** Instead of the body, from an endpoint that `lasts`: what happens, until the client has gone. */
  readonly events?: AsyncIterable<ServerEvent>
  readonly headers?: Readonly<Record<string, string>>
  /**
   * The reply of a request that waits for something, in place of this one; it rejects only with a problem to tell the client.
   * Where the caller has as many answers that last as they may, this reply is sent at once.
   */
  readonly later?: () => Promise<Omit<Reply<Success>, 'later'>>
}

/** The sender of a request: a program with a key, a person who is signed in to the application, or nobody known. */
export type Caller =
  | ({ readonly kind: 'key'; readonly keyId: string } & KeySettings)
  | { readonly kind: 'nobody' }
  | { readonly kind: 'person'; readonly person: Person; readonly role: Role }

/** A place in rate limits, for a request that turns out to be worth one. */
export interface Place extends WantedPlace {
  /** Counts the request. @throws `rate_limited` when a limit is exceeded. */
  readonly take: () => Promise<void>
  /** Tells how the limits stand, where the place was taken along with something else. @throws the same. */
  readonly taken: (rateLimits: readonly RateLimitStatus[]) => void
}

/** A request whose parameters, query and body have already been validated. */
export interface CheckedRequest<Params, Query, Body> {
  readonly account: Account
  /** Also in the `X-Request-Id` header of the response. */
  readonly requestId: string
  readonly caller: Caller
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** The account's video of the path parameter `id`, where the endpoint `readsVideo`; null when it has none. */
  readonly video: Video | null
  readonly headers: IncomingHttpHeaders
  /** The place in the endpoint's second rate limit; null when none limits the request. */
  readonly place: Place | null
  /** The address that the request comes from, as the proxies that are trusted tell it. */
  readonly address: string
  /**
   * A body that is not JSON, as it arrives, for endpoints without a schema of one: after it is known who sends it.
   *
   * @throws `invalid_request` for more than the endpoint's `bodyBytes`.
   */
  readonly streamBytes: () => AsyncIterable<Uint8Array>
  /** Has the browser that asks keep a cookie: the value of a `Set-Cookie` header. */
  readonly setCookie: (cookie: string) => void
  /** Aborted when whoever asks does not wait for the answer any more. */
  readonly gone: AbortSignal
}

/** The tags of the OpenAPI document, which are the chapters of the reference page, in their order. */
export const TAGS = {
  Videos: 'Turn a script into a video, and retrieve or delete it.',
  Batches: 'Turn many scripts into videos with one request.',
  Account: 'Your account, its plan and its allowance.',
  Catalogue: 'The presenters, twins, voices and sets of a video.',
  Pronunciations: 'How words in your scripts are pronounced.',
  Webhooks: 'Where events are sent, how they are signed, and their delivery.',
} as const

/** The response of an endpoint when the request succeeds. */
export interface Success<Body> {
  readonly status: 200 | 202 | 302
  /** What the response means, in one sentence. */
  readonly description: string
  /** Every field of the response; tests reject any other. */
  readonly schema: z.ZodType<Body>
  /** Default: JSON. Null: there is no body. */
  readonly contentType?: 'text/event-stream' | null
  readonly example: NoInfer<Body>
  /** Headers in addition to those of every response. */
  readonly headers?: Readonly<Record<string, z.ZodType>>
  /** OpenAPI links: the operations that can follow, by operation id, with their parameters as runtime expressions. */
  readonly links?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** One endpoint of the API: its route, its request and response schemas, its errors and its handler. */
export interface Endpoint<Params = unknown, Query = unknown, Body = unknown, Answer = unknown> {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** The path after the version segment, with `:name` for parameters. */
  readonly path: string
  /** The method name in generated clients, for example `createVideo`. */
  readonly operationId: string
  readonly tag: keyof typeof TAGS
  readonly summary: string
  /** What a caller must know beyond the summary, in Markdown. */
  readonly description: string
  /** What a key needs, all of it, to be let in; none: every key is. A body can need more (`requireScopes`). */
  readonly scopes: readonly KeyScope[]
  readonly params?: z.ZodType<Params>
  /** The video of the path parameter `id` is read along with the key, in one round trip. For version 1 only. */
  readonly readsVideo?: true
  readonly query?: z.ZodType<Query>
  /** Whether it is about what test data has of its own, so that people can ask it about theirs (console/signed-in.ts). */
  readonly hasTestData?: true
  /** Request headers for the OpenAPI document; the handler reads and checks them itself. */
  readonly headers?: z.ZodObject
  readonly body?: z.ZodType<Body>
  /**
   * Most bytes of a body, as it is sent and once it is unpacked. Default: `USUAL_BODY_BYTES` where there is a schema
   * of it, and else none: then no body is read.
   */
  readonly bodyBytes?: number
  /** The body may be omitted, which means the same as an empty object. */
  readonly bodyIsOptional?: true
  /** Example bodies, keyed by the summary of what each one shows. */
  readonly bodyExamples?: Readonly<Record<string, object>>
  /** Requests that follow from this one, for the OpenAPI document. */
  readonly callbacks?: ZodOpenApiCallbacksObject
  readonly success: Success<Answer>
  /**
   * Its answer lasts: it is a stream of events, which ends when the client goes or the process stops. A caller may have
   * `MOST_LASTING` of them at a time.
   */
  readonly lasts?: true
  /** Its answer has an `ETag`, and is not sent again to a client that has it. */
  readonly isTagged?: true
  /**
   * A request of version 1 with an `Idempotency-Key` is carried out once, and its answer kept. For what has an effect each
   * time, and keeps no keys itself.
   */
  readonly keepsAnswers?: true
  /** What kind of work it is, of which a process takes no more than it can do in time. Absent: little work. */
  readonly bound?: BoundedWork
  /** The second rate limit that a request counts against, once the handler takes its `place`. */
  readonly countsAs?: Exclude<PersonBucket, 'requests'>
  /**
   * Returns the error that takes precedence over all other problems with a request and lists those as well, or null
   * when it does not apply.
   *
   * @param sent the body as received.
   * @param wrong the fields that failed validation.
   */
  readonly goesFirst?: (
    sent: unknown,
    wrong: FieldProblems,
    account: Account,
    ports: ApiPorts,
  ) => Problem | null
  /** Error codes that this endpoint can return, in addition to those of every endpoint. */
  readonly errors: readonly ErrorCode[]
  handle(request: CheckedRequest<Params, Query, Body>, ports: ApiPorts): Promise<Reply<NoInfer<Answer>>>
}

/** 3,000 characters are at most 36 kB when every one is escaped; the rest is room for metadata. */
export const USUAL_BODY_BYTES = 65_536

/** Most bytes of a body that an endpoint reads. */
export function bodyBytesOf({ bodyBytes, body }: Pick<Endpoint, 'bodyBytes' | 'body'>): number {
  return bodyBytes ?? (body ? USUAL_BODY_BYTES : 0)
}

/** Whether an endpoint takes bodies that are read only of those who have a key and may send more. */
export function takesLargeBodies(endpoint: Pick<Endpoint, 'bodyBytes' | 'body'>): boolean {
  return endpoint.body !== undefined && bodyBytesOf(endpoint) > USUAL_BODY_BYTES
}

/** Error codes that every endpoint can return (specification sections 4, 5 and 8): even a query that is not known is refused. */
export const ERRORS_OF_EVERY_ENDPOINT: readonly ErrorCode[] = [
  'invalid_request',
  'invalid_api_key',
  'key_revoked',
  'rate_limited',
  'service_unavailable',
]

/** What a caller sends to an endpoint and receives, on the wire. `unknown`: no query, or no body. */
export interface Exchange<Query, Body, Answer> {
  readonly query: Query
  readonly body: Body
  readonly answer: Answer
}

/** An endpoint whose route and exchange the compiler knows, so that a caller in the same language is checked by it. */
export interface TypedEndpoint<Method, Path, Query, Body, Answer> extends Endpoint {
  readonly method: Method & Endpoint['method']
  readonly path: Path & string
  /** For the compiler alone: no endpoint has it. */
  readonly exchange?: Exchange<Query, Body, Answer>
}

/** A declaration whose schemas tell both what is sent and what becomes of it. */
export type Declaration<Method, Path, Query, Asked, Body, Sent> = {
  readonly method: Method
  readonly path: Path
  readonly query?: z.ZodType<Query, Asked>
  readonly body?: z.ZodType<Body, Sent>
}

/** Declares an endpoint. The route, the validation and the OpenAPI document all follow from the declaration. */
export function endpoint<
  const Method extends Endpoint['method'],
  const Path extends string,
  Params,
  Query,
  Asked,
  Body,
  Sent,
  Answer,
>(
  declared: Endpoint<Params, Query, Body, Answer> & Declaration<Method, Path, Query, Asked, Body, Sent>,
): TypedEndpoint<Method, Path, Asked, Sent, Answer> {
  // Sound because the router hands over only what the endpoint's own schemas have produced.
  return declared as unknown as TypedEndpoint<Method, Path, Asked, Sent, Answer>
}
