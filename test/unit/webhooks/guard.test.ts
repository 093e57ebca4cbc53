import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWebhookGuard } from '../../../src/webhooks/guard.ts'
import type { WebhookGuardOptions } from '../../../src/webhooks/guard.ts'
import { createWebhookSender } from '../../../src/webhooks/sender.ts'
import { newSigningSecret } from '../../../src/webhooks/sign.ts'

/** Names as a hostile name server might answer them. */
const NAMES: Record<string, string[]> = {
  'loopback.test': ['127.0.0.1'],
  'loopback6.test': ['::1'],
  'private.test': ['10.0.0.7'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'mixed.test': ['93.184.215.14', '127.0.0.1'],
  'metadata.test': ['169.254.169.254'],
  'azure.test': ['168.63.129.16'],
  'nat64.test': ['64:ff9b::7f00:1'],
  'public.test': ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  localhost: ['127.0.0.1', '::1'],
  'localhost.': ['127.0.0.1'],
}

const resolve = (hostname: string) => {
  const addresses = NAMES[hostname]
  return addresses ? Promise.resolve(addresses) : Promise.reject(new Error('ENOTFOUND'))
}

/** A listener on every address of this machine that counts who comes. */
const listener = createServer((socket) => {
  listener.emit('reached')
  socket.on('error', () => undefined)
  socket.destroy()
})
let reached = 0
let port = 0
beforeAll(async () => {
  listener.on('reached', () => reached++)
  await new Promise<void>((done) => listener.listen(0, '::', done))
  port = (listener.address() as AddressInfo).port
})
beforeEach(() => {
  reached = 0
})
afterAll(() => new Promise((done) => listener.close(done)))

/** The listener's port counts as permitted, so that only the address can be what is refused. */
const guardWith = (options: Partial<WebhookGuardOptions> = {}) =>
  createWebhookGuard({ allowCidrs: [], ports: [443, 8443, port], resolve, ...options })

const sendTo = (url: string, options: Partial<WebhookGuardOptions> = {}) =>
  createWebhookSender({ guard: guardWith(options), version: '0', now: () => new Date() }).send({
    eventId: 'evt_1',
    url,
    secret: newSigningSecret(),
    body: '{}',
    sentAt: new Date(),
  })

describe('hostile addresses', () => {
  test.each([
    // Loopback in every spelling.
    'https://127.0.0.1:PORT/',
    'https://127.0.0.1.:PORT/',
    'https://127.1:PORT/',
    'https://127.0.1:PORT/',
    'https://2130706433:PORT/',
    'https://0x7f000001:PORT/',
    'https://0x7f.0.0.1:PORT/',
    'https://0177.0.0.1:PORT/',
    'https://017700000001:PORT/',
    'https://127.255.255.254:PORT/',
    'https://①②⑦.⓪.⓪.①:PORT/',
    'https://127.0.0.1:PORT/',
    'https://127。0。0。1:PORT/',
    'https://%31%32%37.0.0.1:PORT/',
    'https://0:PORT/',
    'https://0.0.0.0:PORT/',
    'https://0.1.2.3:PORT/',
    'https:127.0.0.1:PORT/',
    'https:\\\\127.0.0.1:PORT\\',
    '\thttps://127.0.0.1:PORT/\n',
    'https://[::]:PORT/',
    'https://[::1]:PORT/',
    'https://[0:0:0:0:0:0:0:1]:PORT/',
    'https://[::ffff:127.0.0.1]:PORT/',
    'https://[::ffff:7f00:1]:PORT/',
    'https://[::127.0.0.1]:PORT/',
    'https://[::7f00:1]:PORT/',
    'https://[::ffff:0:127.0.0.1]:PORT/',
    'https://[64:ff9b::127.0.0.1]:PORT/',
    'https://[64:ff9b:1::127.0.0.1]:PORT/',
    'https://[2002:7f00:1::]:PORT/',
    'https://[2001:0:7f00:1::]:PORT/',
    // Other people's insides.
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://198.18.0.1/',
    'https://192.0.2.1/',
    'https://224.0.0.1/',
    'https://240.0.0.1/',
    'https://255.255.255.255/',
    'https://[fc00::1]/',
    'https://[fd12:3456::1]/',
    'https://[fe80::1]/',
    'https://[fec0::1]/',
    'https://[ff02::1]/',
    'https://[100::1]/',
    'https://[2001:db8::1]/',
    'https://[4000::1]/',
    // Where clouds hand out credentials.
    'https://169.254.169.254/latest/meta-data/',
    'https://[::ffff:169.254.169.254]/',
    'https://[fd00:ec2::254]/',
    'https://100.100.100.200/',
    'https://168.63.129.16/',
    'https://[::ffff:168.63.129.16]/',
    'https://2822734096/',
    // Names that lead inside.
    'https://localhost:PORT/',
    'https://localhost.:PORT/',
    'https://LOCALHOST:PORT/',
    'https://loopback.test:PORT/',
    'https://loopback6.test:PORT/',
    'https://private.test/',
    'https://mapped.test:PORT/',
    'https://mixed.test:PORT/',
    'https://metadata.test/',
    'https://azure.test/',
    'https://nat64.test:PORT/',
  ])('%j is refused and nothing is reached', async (template) => {
    const url = template.replace('PORT', String(port))
    expect(await guardWith().refuse(url)).toBe('The URL must lead to a public address.')
    expect(await sendTo(url)).toMatchObject({ delivered: false, status: null })
    expect(reached).toBe(0)
  })
})

describe('hostile forms', () => {
  test.each([
    ['http://127.0.0.1:PORT/', 'The URL must start with https://.'],
    ['http://public.test/', 'The URL must start with https://.'],
    ['ftp://127.0.0.1:PORT/', 'The URL must start with https://.'],
    ['file:///etc/passwd', 'The URL must start with https://.'],
    ['gopher://127.0.0.1:PORT/_', 'The URL must start with https://.'],
    ['ws://127.0.0.1:PORT/', 'The URL must start with https://.'],
    ['data:text/plain,x', 'The URL must start with https://.'],
    ['javascript:alert(1)', 'The URL must start with https://.'],
    ['https://public.test@127.0.0.1:PORT/', 'The URL must not hold a user name or password.'],
    ['https://user:pass@public.test/', 'The URL must not hold a user name or password.'],
    ['https://:pass@public.test/', 'The URL must not hold a user name or password.'],
    ['https://public.test:22/', 'The URL must use port 443 or 8443.'],
    ['https://public.test:80/', 'The URL must use port 443 or 8443.'],
    ['https://public.test:0/', 'The URL must use port 443 or 8443.'],
    ['https://127.0.0.1:PORT/', 'The URL must use port 443 or 8443.'],
    ['https://public.test:65536/', 'The URL is not valid.'],
    ['https://[fe80::1%25eth0]/', 'The URL is not valid.'],
    ['https://256.0.0.1/', 'The URL is not valid.'],
    ['https://', 'The URL is not valid.'],
    ['//127.0.0.1/', 'The URL is not valid.'],
    ['/hook', 'The URL is not valid.'],
    ['', 'The URL is not valid.'],
  ])('%j is refused and nothing is reached', async (template, reason) => {
    const url = template.replace('PORT', String(port))
    const standardPorts = { ports: [443, 8443] }
    expect(await guardWith(standardPorts).refuse(url)).toBe(reason)
    expect(await sendTo(url, standardPorts)).toMatchObject({ delivered: false, status: null, error: reason })
    expect(reached).toBe(0)
  })
})

test.each([
  'https://public.test/hook?x=1#y',
  'https://public.test:8443/',
  'HTTPS://PUBLIC.TEST/',
  'https://93.184.215.14/',
  'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/',
])('%s is let through', async (url) => {
  expect(await guardWith().refuse(url)).toBe(null)
})

test('a name that does not resolve is not refused, yet nothing is sent to it', async () => {
  expect(await guardWith().refuse('https://not-there.test/')).toBe(null)
  expect(await sendTo('https://not-there.test/')).toMatchObject({
    delivered: false,
    status: null,
    error: 'The host name was not found.',
  })
})

test('a name without any address counts as not found', async () => {
  const empty = { resolve: () => Promise.resolve([]) }
  expect(await guardWith(empty).admit('https://public.test/')).toMatchObject({ verdict: 'unresolved' })
})

test('a name that turns inward after it was accepted is not followed', async () => {
  const answers = [['93.184.215.14'], ['127.0.0.1']]
  const turning = { resolve: () => Promise.resolve(answers.shift() ?? []) }
  const guard = guardWith(turning)
  const url = `https://turning.test:${port}/`
  expect(await guard.refuse(url)).toBe(null)
  const sender = createWebhookSender({ guard, version: '0', now: () => new Date() })
  const delivery = { eventId: 'evt_1', url, secret: newSigningSecret(), body: '{}', sentAt: new Date() }
  expect(await sender.send(delivery)).toMatchObject({ delivered: false, status: null })
  expect(reached).toBe(0)
})

describe('ranges the operator opens', () => {
  test.each([
    'http://127.0.0.1:PORT/',
    'https://127.0.0.1:PORT/',
    'http://loopback.test:PORT/',
    'http://2130706433:PORT/',
  ])('%s is let through and reached', async (template) => {
    const url = template.replace('PORT', String(port))
    const opened = { allowCidrs: ['127.0.0.0/8'], ports: [443] }
    expect(await guardWith(opened).refuse(url)).toBe(null)
    await sendTo(url, opened)
    expect(reached).toBe(1)
  })

  test.each([
    ['http://[::1]:PORT/', ['127.0.0.0/8']],
    ['http://localhost:PORT/', ['127.0.0.0/8']],
    ['https://mixed.test:99/', ['127.0.0.0/8']],
    ['http://public.test/', ['127.0.0.0/8']],
    ['http://not-there.test/', ['127.0.0.0/8']],
    ['http://user@127.0.0.1:PORT/', ['127.0.0.0/8']],
    ['http://10.0.0.1/', ['127.0.0.0/8', '10.1.0.0/16']],
    ['ftp://127.0.0.1/', ['127.0.0.0/8']],
  ])('%s stays refused with %j opened', async (template, allowCidrs) => {
    const url = template.replace('PORT', String(port))
    expect(await guardWith({ allowCidrs, ports: [443] }).refuse(url)).not.toBe(null)
    await sendTo(url, { allowCidrs, ports: [443] })
    expect(reached).toBe(0)
  })

  test('a name with one opened and one public address may be called over https', async () => {
    expect(await guardWith({ allowCidrs: ['127.0.0.0/8'] }).refuse('https://mixed.test/')).toBe(null)
  })

  test('IPv6 ranges can be opened, and an IPv4 range covers mapped spellings', async () => {
    expect(await guardWith({ allowCidrs: ['::1/128'] }).refuse('http://[::1]:99/')).toBe(null)
    expect(await guardWith({ allowCidrs: ['127.0.0.0/8'] }).refuse('http://[::ffff:127.0.0.1]:99/')).toBe(
      null,
    )
  })

  test('a range that is none is told at once', () => {
    expect(() => guardWith({ allowCidrs: ['10.0.0.0'] })).toThrow()
  })
})
