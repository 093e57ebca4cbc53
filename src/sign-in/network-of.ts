import { isIP } from 'node:net'

/**
 * The network that an address belongs to, which says from where somebody asks and not who: the /24 of an address of IPv4,
 * the /48 of one of IPv6, which is what one site usually has.
 *
 * @returns for example `203.0.113.0/24`; null for what is no address.
 */
export function networkOf(address: string): string | null {
  // The name of a network card says nothing about others, and what is IPv4 inside IPv6 is that.
  const plain = address.replace(/%.*$/u, '').replace(/^::ffff:(?=[\d.]+$)/iu, '')
  if (isIP(plain) === 4) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  if (isIP(plain) === 0) return null
  // The one spelling of an address (RFC 5952), without digits of IPv4.
  const [before = [], after = []] = new URL(`http://[${plain}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((half) => (half === '' ? [] : half.split(':')))
  const omitted = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return `${[...before, ...omitted, ...after].slice(0, 3).join(':')}::/48`
}
