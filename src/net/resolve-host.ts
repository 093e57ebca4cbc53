import { lookup, Resolver } from 'node:dns/promises'

import { createSlots } from '../children/slots.ts'

/** Resolves a host name to all its addresses. May reject, or return none, when the name is unknown. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>

/** Asked once more after this, and given twice as long then: less in all than the guard waits. */
const ANSWER_WITHIN_MS = 1_500
const TRIES = 2

/** Node has four threads for the system's resolver, and files, hashes and more need them too. */
const MOST_AT_THE_SYSTEM = 2

/** The request has been given up by then, so a place at the system's resolver would be wasted. */
const WORTH_ASKING_FOR_MS = 5_000

/** The settings of a resolver. By default, it uses the name servers of the machine. */
export interface HostResolverOptions {
  /** Name servers, as `address` or `address:port`. */
  readonly servers?: readonly string[]
  readonly answerWithinMs?: number
  readonly bySystem?: ResolveHost
}

/**
 * Creates a resolver that queries the DNS over sockets, so that hundreds of unresponsive name servers delay nothing
 * else. `dns.lookup` would block one of four threads for each of them, for up to half a minute.
 *
 * Names that the DNS does not know, such as those of a hosts file or a search domain, are resolved by the system, a few
 * at a time.
 */
export function createHostResolver(options: HostResolverOptions = {}): ResolveHost {
  const { servers, answerWithinMs = ANSWER_WITHIN_MS, bySystem = lookUpBySystem } = options
  const resolver = new Resolver({ timeout: answerWithinMs, tries: TRIES })
  if (servers) resolver.setServers(servers)
  const slots = createSlots(MOST_AT_THE_SYSTEM)

  return async (hostname) => {
    const askedAt = performance.now()
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    return slots.use({}, async () =>
      performance.now() - askedAt > WORTH_ASKING_FOR_MS ? [] : await bySystem(hostname),
    )
  }
}

async function lookUpBySystem(hostname: string): Promise<readonly string[]> {
  const answers = await lookup(hostname, { all: true })
  return answers.map(({ address }) => address)
}
