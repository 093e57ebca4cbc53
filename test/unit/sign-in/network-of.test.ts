import { BlockList } from 'node:net'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { networkOf } from '../../../src/sign-in/network-of.ts'

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:DB8::7', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['::1', '0:0:0::/48'],
  ['', null],
  ['localhost', null],
  ['203.0.113', null],
])('the network of %j is %j', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('an address is in its network, which says nothing of its last parts', () => {
  const within = (address: string, network: string, family: 'ipv4' | 'ipv6') => {
    const list = new BlockList()
    const [base = '', bits] = network.split('/')
    list.addSubnet(base, Number(bits), family)
    return list.check(address, family)
  }
  fc.assert(fc.property(fc.ipV4(), (address) => within(address, networkOf(address) ?? '', 'ipv4')))
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      // IPv4 inside IPv6.
      fc.pre(!/^::ffff:[\d.]+$/iu.test(address))
      return within(address, networkOf(address) ?? '', 'ipv6')
    }),
  )
})
