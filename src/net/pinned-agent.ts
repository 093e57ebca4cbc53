import { isIPv6 } from 'node:net'
import type { LookupFunction } from 'node:net'
import { Agent } from 'undici'

/**
 * Connects to nothing but the addresses given, whatever a name may lead to by now. To be destroyed
 * after one request: a connection kept open would outlive the check of its address.
 *
 * @param signal ends also a half-made TLS connection, which ending the request alone leaves waiting.
 */
export function createPinnedAgent(addresses: readonly string[], signal: AbortSignal): Agent {
  return new Agent({ connect: { lookup: alwaysAnswer(addresses), signal } })
}

/** Name resolution that knows one answer: the addresses that were checked. */
function alwaysAnswer(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  return (_hostname, { all }, callback) => {
    const [first] = answers
    if (all === true || first === undefined) callback(null, answers)
    else callback(null, first.address, first.family)
  }
}
