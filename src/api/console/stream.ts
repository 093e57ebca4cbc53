import { z } from 'zod'

import { endpoint } from '../contract/endpoint.ts'
import type { CheckedRequest, TypedEndpoint } from '../contract/endpoint.ts'
import type { ServerEvent } from '../contract/server-event.ts'
import type { ApiPorts } from '../ports.ts'

/** One stream of the application: an answer that lasts. */
interface ConsoleStream<Path, Data> {
  /** Below the application's prefix. */
  readonly path: Path & string
  /** The name of its events. */
  readonly event: string
  /** Every member of what an event carries. */
  readonly data: z.ZodType<Data>
  /** What happens after this has resolved, until the client has gone. */
  follow(
    request: CheckedRequest<unknown, unknown, unknown>,
    ports: ApiPorts,
  ): Promise<AsyncIterable<NoInfer<Data>>>
}

/** Declares a stream of the application. For those who ask in the same language, its answer is what its events carry. */
export function consoleStream<const Path extends string, Data>({
  path,
  event,
  data,
  follow,
}: ConsoleStream<Path, Data>): TypedEndpoint<'get', Path, unknown, unknown, Data> {
  const declared = endpoint({
    method: 'get',
    path,
    lasts: true,
    scopes: [],
    hasTestData: true,
    operationId: `get ${path}`,
    tag: 'Account',
    summary: '',
    description: '',
    errors: [],
    success: { status: 200, description: '', schema: z.null(), example: null },
    async handle(request, ports) {
      return { body: null, events: named(event, data, await follow(request, ports)) }
    },
  })
  return declared as unknown as TypedEndpoint<'get', Path, unknown, unknown, Data>
}

async function* named<Data>(
  name: string,
  schema: z.ZodType<Data>,
  happenings: AsyncIterable<Data>,
): AsyncGenerator<ServerEvent> {
  for await (const data of happenings) yield { name, data: schema.parse(data) }
}
