import type { IncomingHttpHeaders } from 'node:http'

import type { z } from 'zod'

import type { Account } from '../domain/account.ts'
import type { ErrorCode } from '../domain/errors.ts'
import type { ApiPorts } from './ports.ts'

/** What an endpoint hands back: a view, and headers that only it knows of. */
export interface Reply {
  readonly body: object
  readonly headers?: Readonly<Record<string, string>>
}

/** A request whose parts are already checked. */
export interface CheckedRequest<Params, Query, Body> {
  readonly account: Account
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly headers: IncomingHttpHeaders
}

/** One endpoint of the API: what it takes, what it gives, and what it does. */
export interface Endpoint<Params = unknown, Query = unknown, Body = unknown> {
  readonly method: 'get' | 'post' | 'put' | 'delete'
  /** Below the version segment, with `:name` for parameters. */
  readonly path: string
  readonly summary: string
  readonly params?: z.ZodType<Params>
  readonly query?: z.ZodType<Query>
  readonly body?: z.ZodType<Body>
  readonly successStatus: 200 | 202
  /** Codes it may answer with, beside those of every endpoint. */
  readonly errors: readonly ErrorCode[]
  handle(request: CheckedRequest<Params, Query, Body>, ports: ApiPorts): Promise<Reply>
}

/** Declares an endpoint; routes and checks follow from the declaration. */
export function endpoint<Params, Query, Body>(declared: Endpoint<Params, Query, Body>): Endpoint {
  // Sound because the router hands over only what the endpoint's own schemas have produced.
  return declared as unknown as Endpoint
}
