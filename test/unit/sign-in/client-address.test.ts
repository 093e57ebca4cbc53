import type { IncomingMessage } from 'node:http'

import { expect, test } from 'vitest'

import { createClientAddress } from '../../../src/sign-in/client-address.ts'

const clientAddress = createClientAddress(['127.0.0.0/8', '10.0.0.2/32', 'fd00::1/128'])

test.each([
  ['198.51.100.7', undefined, '198.51.100.7', 'is its connection’s'],
  ['198.51.100.7', '203.0.113.9', '198.51.100.7', 'is not what a client from afar says'],
  ['127.0.0.1', '203.0.113.9', '203.0.113.9', 'is what a proxy on this machine adds'],
  [
    '::ffff:10.0.0.2',
    '1.2.3.4, 203.0.113.9',
    '203.0.113.9',
    'is the proxy’s entry, not those that the client wrote',
  ],
  ['10.0.0.2', 'not an address', '10.0.0.2', 'is the proxy’s own where it adds none'],
  ['fd00::1', '2001:db8::5', '2001:db8::5', 'may be of IPv6'],
  ['10.0.0.3', '203.0.113.9', '10.0.0.3', 'is not what a neighbour says that is no proxy'],
  ['192.168.0.5', '203.0.113.9', '192.168.0.5', 'is not what somebody in a private network says'],
  [
    '127.0.0.1',
    '1.2.3.4, 203.0.113.9, 10.0.0.2',
    '203.0.113.9',
    'is what the first of two proxies was asked by',
  ],
  [
    '127.0.0.1',
    '127.0.0.1, 10.0.0.2',
    '127.0.0.1',
    'is where the proxies end, when nobody else has a part in it',
  ],
])(
  'the address of a request from %s with X-Forwarded-For %s is %s: it %s',
  (remoteAddress, forwarded, expected, _why) => {
    const request = { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }
    expect(clientAddress(request as unknown as IncomingMessage)).toBe(expected)
  },
)
