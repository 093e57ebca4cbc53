import { isIP } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { WebhookGuard } from '../ports/webhook/webhook-guard.ts'
import { createAddressPolicy } from './address.ts'
import { createHostResolver } from './resolve-host.ts'
import type { ResolveHost } from './resolve-host.ts'

/** Where https is served to the world; other ports are more often something inside. */
const PUBLIC_PORTS: readonly number[] = [443, 8443]

/** Name servers that say nothing may take half a minute: too long for a request. */
const RESOLVE_LIMIT_MS = 5_000

/** Whether a URL may be called, with the addresses to connect to or the reason why not. */
export type UrlVerdict =
  | { readonly verdict: 'admitted'; readonly addresses: readonly string[] }
  | { readonly verdict: 'unresolved'; readonly reason: string }
  | {
      readonly verdict: 'refused'
      readonly reason: string
      /** Whether an operator could allow the address. */
      readonly canBeAllowed: boolean
    }

/** A guard that also returns the addresses that the sender may connect to. */
export interface AddressGuard extends WebhookGuard {
  /**
   * Resolves the host of a URL and checks all its addresses.
   *
   * Call it for every attempt, and connect only to the returned addresses, so that a host name cannot change its address
   * after the check (DNS rebinding).
   */
  admit(url: string): Promise<UrlVerdict>
}

/** The settings of a guard. */
export interface AddressGuardOptions {
  /** Address ranges that are allowed even though they are not public, over http and on any port as well. */
  readonly allowCidrs: readonly string[]
  /** The setting that holds these ranges, to be named where a URL is refused when it is given. */
  readonly setting?: string
  readonly ports?: readonly number[]
  readonly resolve?: ResolveHost
}

/**
 * Protects the internal network from URLs that clients choose for webhooks and images (server-side request forgery).
 *
 * Allowed are https URLs on ports 443 and 8443, without user name or password, at public addresses. A host name is
 * public only if all its addresses are. A host name that cannot be resolved is not rejected, because its server may
 * start later; it is checked at each attempt like all others.
 */
export function createAddressGuard(options: AddressGuardOptions): AddressGuard {
  const { allowCidrs, setting, ports = PUBLIC_PORTS, resolve = createHostResolver() } = options
  const policy = createAddressPolicy(allowCidrs)

  const admit = async (text: string): Promise<UrlVerdict> => {
    if (!URL.canParse(text)) return refused('The URL is not valid.')
    const url = new URL(text)
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      return refused('The URL must start with https://.')
    if (url.username !== '' || url.password !== '')
      return refused('The URL must not contain a user name or password.')

    const formProblem = problemWithForm(url, ports)
    if (formProblem !== null && allowCidrs.length === 0) return closed(formProblem)

    const addresses = await addressesOf(url, resolve)
    if (addresses.length > 0 && addresses.every((address) => policy.isAllowed(address)))
      return admitted(addresses)
    if (addresses.length === 0) {
      // In a form that only opened ranges may have, it would have to be known to lead there.
      const reason = 'The host name could not be resolved.'
      return formProblem === null ? { verdict: 'unresolved', reason } : refused(reason)
    }
    if (formProblem !== null) return closed(formProblem)
    if (addresses.every((address) => policy.isAllowed(address) || policy.isPublic(address)))
      return admitted(addresses)
    return closed('The URL must resolve to a public address.')
  }

  return {
    admit,
    refuse: async (url) => refusalOf(await admit(url)),
    async look(url) {
      const verdict = await admit(url)
      return { refusal: refusalOf(verdict), isFound: verdict.verdict !== 'unresolved' }
    },
  }

  function refusalOf(verdict: UrlVerdict): string | null {
    if (verdict.verdict !== 'refused') return null
    const { reason, canBeAllowed } = verdict
    if (!canBeAllowed || setting === undefined) return reason
    return `${reason} The operator of this service can allow other addresses with ${setting}.`
  }
}

function refused(reason: string): UrlVerdict {
  return { verdict: 'refused', reason, canBeAllowed: false }
}

function closed(reason: string): UrlVerdict {
  return { verdict: 'refused', reason, canBeAllowed: true }
}

function admitted(addresses: readonly string[]): UrlVerdict {
  return { verdict: 'admitted', addresses }
}

/** What keeps a URL from being called at any public address, or null. */
function problemWithForm(url: URL, ports: readonly number[]): string | null {
  if (url.protocol !== 'https:') return 'The URL must start with https://.'
  const port = url.port === '' ? 443 : Number(url.port)
  return ports.includes(port) ? null : `The URL must use port ${ports.join(' or ')}.`
}

/**
 * All addresses of a URL's host. `URL` has already brought every spelling of an IPv4 address
 * (decimal, hexadecimal, octal, short, full-width digits) into the usual form.
 */
async function addressesOf(url: URL, resolve: ResolveHost): Promise<readonly string[]> {
  const host = url.hostname.replace(/^\[(.*)\]$/u, '$1')
  if (isIP(host) !== 0) return [host]
  const timer = new AbortController()
  try {
    return await Promise.race([resolve(host), setTimeout(RESOLVE_LIMIT_MS, [], { signal: timer.signal })])
  } catch {
    return []
  } finally {
    timer.abort()
  }
}
