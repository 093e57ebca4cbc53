import { z } from 'zod'

import type { BoundedWork } from '../../domain/health/bounded-work.ts'
import type { CheckedRequest, Endpoint } from '../contract/endpoint.ts'
import type { ApiPorts } from '../ports.ts'

/** What a person types into a form, every character escaped; the longest is a URL of 10,000 characters. */
const FORM_BYTES = 16_384

/** One endpoint of the application: what it takes and what it does. Its answers are described by views. */
interface ConsoleEndpoint<Params, Query, Body, Answer> {
  readonly method: Endpoint['method']
  /** Below the application's prefix, with `:name` for parameters. */
  readonly path: string
  readonly params?: z.ZodType<Params>
  readonly query?: z.ZodType<Query>
  readonly body?: z.ZodType<Body>
  /** Most bytes of a body. Default: `FORM_BYTES` where there is a schema of it, and else none. */
  readonly bodyBytes?: number
  /** The second rate limit that every request counts against, once it is checked. */
  readonly countsAs?: Endpoint['countsAs']
  /** As of the API's endpoints. */
  readonly bound?: BoundedWork
  handle(request: CheckedRequest<Params, Query, Body>, ports: ApiPorts): Promise<Answer>
}

/** Declares an endpoint of the application. It is checked and routed like those of the API, but not published. */
export function consoleEndpoint<Params, Query, Body, Answer>(
  declared: ConsoleEndpoint<Params, Query, Body, Answer>,
): Endpoint {
  const {
    method,
    path,
    params,
    query,
    body,
    bodyBytes = body ? FORM_BYTES : 0,
    countsAs,
    bound,
    handle,
  } = declared
  const endpoint: Endpoint<Params, Query, Body, Answer> = {
    method,
    path,
    operationId: `${method} ${path}`,
    tag: 'Account',
    summary: '',
    description: '',
    errors: [],
    success: { status: 200, description: '', schema: z.custom<Answer>(), example: undefined as never },
    ...(params && { params }),
    ...(query && { query }),
    ...(body && { body }),
    ...(countsAs && { countsAs }),
    ...(bound && { bound }),
    bodyBytes,
    async handle(request, ports) {
      await request.place?.take()
      return { body: await handle(request, ports) }
    },
  }
  // Sound because the router hands over only what the endpoint's own schemas have produced.
  return endpoint as unknown as Endpoint
}
