import type { Endpoint } from '../contract/endpoint.ts'
import { preceded } from './preceded.ts'

/**
 * An endpoint of version 1 that counts, in the application, towards a second limit of the person who asks, before it does
 * anything: a key has its own limits, and a person has no other for this.
 */
export function counted<Declared extends Endpoint>(
  endpoint: Declared,
  countsAs: NonNullable<Endpoint['countsAs']>,
): Declared {
  return { ...preceded(endpoint, ({ place }) => place?.take()), countsAs }
}
