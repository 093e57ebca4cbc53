import { isIPv6 } from 'node:net'
import type { LookupFunction } from 'node:net'
import { Agent } from 'undici'

/**
 * Creates an agent that connects only to the given addresses, regardless of what a host name resolves to by now. Destroy
 * it after one request: a connection that is kept open would outlive the check of its address.
 *
 * @param signal also aborts an unfinished TLS handshake, which aborting the request alone would not.
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
