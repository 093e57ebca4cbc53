import { z } from 'zod'

import type { CheckedRequest, Endpoint } from '../contract/endpoint.ts'
import type { ApiPorts } from '../ports.ts'

/** One endpoint of the application: what it takes and what it does. Its answers are described by views. */
interface ConsoleEndpoint<Params, Query, Body, Answer> {
  readonly method: Endpoint['method']
  /** Below the application's prefix, with `:name` for parameters. */
  readonly path: string
  readonly params?: z.ZodType<Params>
  readonly query?: z.ZodType<Query>
  readonly body?: z.ZodType<Body>
  handle(request: CheckedRequest<Params, Query, Body>, ports: ApiPorts): Promise<Answer>
}

/** Declares an endpoint of the application. It is checked and routed like those of the API, but not published. */
export function consoleEndpoint<Params, Query, Body, Answer>(
  declared: ConsoleEndpoint<Params, Query, Body, Answer>,
): Endpoint {
  const { method, path, params, query, body, handle } = declared
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
    handle: async (request, ports) => ({ body: await handle(request, ports) }),
  }
  // Sound because the router hands over only what the endpoint's own schemas have produced.
  return endpoint as unknown as Endpoint
}
