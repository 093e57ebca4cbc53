import ipaddr from 'ipaddr.js'

/**
 * Azure's wire server: a public address by every list of ranges, yet answered by the host
 * machine, which hands out credentials.
 */
const AZURE_WIRE_SERVER = '168.63.129.16'

/** All that IANA has given out of IPv6; the rest has no business being called. */
const IPV6_GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** The rules for the addresses that the service may call for clients. */
export interface AddressPolicy {
  /** Whether an address belongs to a public host, according to its range. */
  isPublic(address: string): boolean
  /** Whether an address is in a range that the operator allows. */
  isAllowed(address: string): boolean
}

/**
 * Creates the rules. Not public are loopback, private, link-local, carrier-grade NAT and documentation addresses, and
 * every IPv6 range that embeds an IPv4 address.
 *
 * @param allowCidrs ranges that the operator allows, such as `10.0.0.0/8`.
 * @throws when one of them is not a valid range.
 */
export function createAddressPolicy(allowCidrs: readonly string[]): AddressPolicy {
  const allowed = allowCidrs.map((cidr) => ipaddr.parseCIDR(cidr))
  return {
    isPublic(text) {
      const address = parse(text)
      if (address === null || address.range() !== 'unicast') return false
      if (address.toString() === AZURE_WIRE_SERVER) return false
      return address instanceof ipaddr.IPv4 || address.match(IPV6_GLOBAL_UNICAST)
    },

    isAllowed(text) {
      const address = parse(text)
      return (
        address !== null &&
        allowed.some(([range, bits]) => address.kind() === range.kind() && address.match(range, bits))
      )
    },
  }
}

/** An IPv4 address mapped into IPv6 counts as what it is. Null when it is no address. */
function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  return ipaddr.isValid(text) ? ipaddr.process(text) : null
}
