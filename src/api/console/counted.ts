import type { Endpoint } from '../contract/endpoint.ts'

/**
 * An endpoint of version 1 that counts, in the application, towards a second limit of the person who asks, before it does
 * anything: a key has its own limits, and a person has no other for this.
 */
export function counted(endpoint: Endpoint, countsAs: NonNullable<Endpoint['countsAs']>): Endpoint {
  return {
    ...endpoint,
    countsAs,
    async handle(request, ports) {
      await request.place?.take()
      return endpoint.handle(request, ports)
    },
  }
}
