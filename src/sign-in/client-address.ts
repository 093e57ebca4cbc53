import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Where a reverse proxy in front of the service is: on the same machine, or in the same private network. */
const NEARBY = new BlockList()
NEARBY.addSubnet('127.0.0.0', 8)
NEARBY.addSubnet('10.0.0.0', 8)
NEARBY.addSubnet('172.16.0.0', 12)
NEARBY.addSubnet('192.168.0.0', 16)
NEARBY.addAddress('::1', 'ipv6')
NEARBY.addSubnet('fc00::', 7, 'ipv6')

/**
 * The address that a request comes from. Of a proxy nearby, the last entry of `X-Forwarded-For` is believed,
 * which the proxy itself has added; whatever a client wrote stands before it.
 */
export function clientAddress({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string {
  const own = (socket.remoteAddress ?? '').replace(/^::ffff:/u, '')
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)!
    .trim()
  const family = isIP(own) === 6 ? 'ipv6' : 'ipv4'
  return isIP(forwarded) !== 0 && isIP(own) !== 0 && NEARBY.check(own, family) ? forwarded : own
}
