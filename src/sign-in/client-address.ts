import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** The address that a request comes from. */
export type ClientAddress = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string

/**
 * Finds the address that a request comes from. A reverse proxy adds the address of whoever asks it at the end of
 * `X-Forwarded-For`, which is believed of the proxies that are named here and of nobody else: whatever stands before the
 * first address that is not one of them was written by a client.
 *
 * @param trustedProxies address ranges, such as `127.0.0.0/8`.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const trusted = new BlockList()
  for (const range of trustedProxies) {
    const [address = '', prefix = ''] = range.split('/')
    trusted.addSubnet(address, Number(prefix), familyOf(address))
  }
  return ({ socket, headers }) => {
    let address = (socket.remoteAddress ?? '').replace(/^::ffff:/u, '')
    const told = String(headers['x-forwarded-for'] ?? '').split(',')
    while (isIP(address) !== 0 && trusted.check(address, familyOf(address))) {
      const before = told.pop()?.trim() ?? ''
      if (isIP(before) === 0) break
      address = before
    }
    return address
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
