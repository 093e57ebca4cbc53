import { lookup, Resolver } from 'node:dns/promises'

import { createSlots } from '../children/slots.ts'

/** All addresses of a host name. May reject, or give none, when the name is not known. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>

/** Asked once more after this, and given twice as long then: less in all than the guard waits. */
const ANSWER_WITHIN_MS = 1_500
const TRIES = 2

/** Node has four threads for the system's resolver, and files, hashes and more need them too. */
const MOST_AT_THE_SYSTEM = 2

/** Who asked has given up by then, so that a place at the system's resolver would be wasted. */
const WORTH_ASKING_FOR_MS = 5_000

/** Where names are looked up; as the machine is set up unless told otherwise. */
export interface HostResolverOptions {
  /** Name servers, as `address` or `address:port`. */
  readonly servers?: readonly string[]
  readonly answerWithinMs?: number
  readonly bySystem?: ResolveHost
}

/**
 * Looks up names in the DNS, over sockets: hundreds of names whose servers say nothing hold up
 * nothing else. `dns.lookup` blocks one of four threads for each of them, for up to half a minute.
 *
 * Names that the DNS does not know, such as those of a hosts file or of a search domain, are looked
 * up as the system does it, few at a time.
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
