import type { z } from 'zod'

import type { BoundedWork } from '../../domain/health/bounded-work.ts'
import { endpoint } from '../contract/endpoint.ts'
import type { CheckedRequest, Declaration, Endpoint, TypedEndpoint } from '../contract/endpoint.ts'
import type { ApiPorts } from '../ports.ts'

/** What a person types into a form, every character escaped; the longest is a URL of 10,000 characters. */
const FORM_BYTES = 16_384

/** One endpoint of the application: what it takes, what it answers and what it does. */
interface ConsoleEndpoint<Params, Query, Body, Answer> {
  readonly method: Endpoint['method']
  /** Below the application's prefix, with `:name` for parameters. */
  readonly path: string
  readonly params?: z.ZodType<Params>
  readonly query?: z.ZodType<Query>
  /** As of the API's endpoints. */
  readonly hasTestData?: true
  readonly body?: z.ZodType<Body>
  /** Every member of the answer. An answer with any other is a fault of the service, and is not sent. */
  readonly answer: z.ZodType<Answer>
  /** Most bytes of a body. Default: `FORM_BYTES` where there is a schema of it, and else none. */
  readonly bodyBytes?: number
  /** The second rate limit that every request counts against, once it is checked. */
  readonly countsAs?: NonNullable<Endpoint['countsAs']>
  /** As of the API's endpoints. */
  readonly bound?: BoundedWork
  handle(request: CheckedRequest<Params, Query, Body>, ports: ApiPorts): Promise<NoInfer<Answer>>
}

/** Declares an endpoint of the application. It is checked and routed like those of the API, but not published. */
export function consoleEndpoint<
  const Method extends Endpoint['method'],
  const Path extends string,
  Params,
  Query,
  Asked,
  Body,
  Sent,
  Answer,
>(
  declared: ConsoleEndpoint<Params, Query, Body, Answer> &
    Declaration<Method, Path, Query, Asked, Body, Sent>,
): TypedEndpoint<Method, Path, Asked, Sent, Answer> {
  const { answer, handle, bodyBytes = declared.body ? FORM_BYTES : 0, ...rest } = declared
  return endpoint<Method, Path, Params, Query, Asked, Body, Sent, Answer>({
    ...rest,
    // People have roles instead.
    scopes: [],
    operationId: `${declared.method} ${declared.path}`,
    tag: 'Account',
    summary: '',
    description: '',
    errors: [],
    success: { status: 200, description: '', schema: answer, example: undefined as never },
    bodyBytes,
    async handle(request, ports) {
      await request.place?.take()
      return { body: answer.parse(await handle(request, ports)) }
    },
  })
}
