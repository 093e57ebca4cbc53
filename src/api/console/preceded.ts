import type { CheckedRequest, Endpoint } from '../contract/endpoint.ts'
import type { ApiPorts } from '../ports.ts'

type AnyRequest = CheckedRequest<unknown, unknown, unknown>

/** An endpoint that takes a step before it handles a request. @param step refuses the request by throwing. */
export function preceded<Declared extends Endpoint>(
  endpoint: Declared,
  step: (request: AnyRequest) => unknown,
): Declared {
  return {
    ...endpoint,
    async handle(request: AnyRequest, ports: ApiPorts) {
      await step(request)
      return endpoint.handle(request, ports)
    },
  }
}
