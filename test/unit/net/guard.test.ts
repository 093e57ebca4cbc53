import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { WebhookRequest } from '../../../src/domain/webhook/webhook-delivery.ts'
import { createAddressGuard } from '../../../src/net/guard.ts'
import type { AddressGuardOptions } from '../../../src/net/guard.ts'
import { createWebhookSender } from '../../../src/webhooks/sender.ts'
import { newSigningSecret } from '../../../src/webhooks/sign.ts'
import { listenOnLoopback } from './loopback-listener.ts'
import type { LoopbackListener } from './loopback-listener.ts'

/** Names as a name server might answer them. */
const NAMES: Record<string, string[]> = {
  'loopback.test': ['127.0.0.1'],
  'mixed.test': ['93.184.215.14', '127.0.0.1'],
  'public.test': ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  localhost: ['127.0.0.1', '::1'],
}

const resolve = (hostname: string) => {
  const addresses = NAMES[hostname]
  return addresses ? Promise.resolve(addresses) : Promise.reject(new Error('ENOTFOUND'))
}

let listener: LoopbackListener
let port = 0
beforeAll(async () => {
  listener = await listenOnLoopback()
  port = listener.port
})
beforeEach(() => listener.reset())
afterAll(() => listener.close())

/** The listener's port counts as permitted, so that only the address can be what is refused. */
const guardWith = (options: Partial<AddressGuardOptions> = {}) =>
  createAddressGuard({ allowCidrs: [], ports: [443, 8443, port], resolve, ...options })

const sendTo = (url: string, options: Partial<AddressGuardOptions> = {}) =>
  createWebhookSender({ guard: guardWith(options), version: '0', now: () => new Date() }).send(
    deliveryTo(url),
  )

const deliveryTo = (url: string): WebhookRequest => ({
  eventId: 'evt_1',
  url,
  secrets: [newSigningSecret()],
  body: '{}',
  sentAt: new Date(),
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
    error: 'The host name could not be resolved.',
  })
})

test('a refusal of what an operator could allow names the setting, and another one does not', async () => {
  const guard = guardWith({ setting: 'WEBHOOK_ALLOW_CIDRS' })
  const hint = 'The operator of this service can allow other addresses with WEBHOOK_ALLOW_CIDRS.'
  for (const url of ['http://127.0.0.1:3000/hook', 'https://127.0.0.1/', 'https://public.test:9000/']) {
    expect(await guard.refuse(url)).toContain(hint)
  }
  for (const url of ['ftp://public.test/', 'https://ada:secret@public.test/']) {
    expect(await guard.refuse(url)).not.toContain(hint)
  }
})

test('a name that is not found is called so, also where plain http may be opened', async () => {
  const guard = guardWith({ allowCidrs: ['127.0.0.0/8'] })
  expect(await guard.refuse('http://not-there.test/')).toBe('The host name could not be resolved.')
  expect(await guard.refuse('https://not-there.test/')).toBe(null)
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
  expect(await sender.send(deliveryTo(url))).toMatchObject({ delivered: false, status: null })
  expect(listener.reached()).toBe(0)
})

test('a name that turns inward between the check and the connection is asked once, and called where it was', async () => {
  const asked: string[] = []
  const answers = [['127.0.0.2'], ['127.0.0.1'], ['127.0.0.1']]
  const resolve = (name: string) => {
    asked.push(name)
    return Promise.resolve(answers[asked.length - 1] ?? ['127.0.0.1'])
  }
  const checked = createServer((_request, response) => response.end('the checked one'))
  await new Promise<void>((done) => checked.listen(0, '127.0.0.2', done))
  const turned = createServer((_request, response) => response.end('another one'))
  const checkedPort = (checked.address() as AddressInfo).port
  await new Promise<void>((done) => turned.listen(checkedPort, '127.0.0.1', done))
  const outcome = await sendTo(`http://turning.test:${checkedPort}/`, {
    allowCidrs: ['127.0.0.2/32'],
    resolve,
  })
  expect(outcome).toMatchObject({ delivered: true, responseExcerpt: 'the checked one' })
  expect(asked).toEqual(['turning.test'])
  await Promise.all([checked, turned].map((server) => new Promise((done) => server.close(done))))
})

test.each([
  'https://public.test/@127.0.0.1:PORT/',
  'https://public.test\\@127.0.0.1:PORT/',
  'https://public.test#@127.0.0.1:PORT/',
  'https://public.test?@127.0.0.1:PORT/',
])('%j leads to the name before the sign, and nowhere else', async (template) => {
  const admission = await guardWith().admit(template.replace('PORT', String(port)))
  expect(admission).toEqual({ verdict: 'admitted', addresses: NAMES['public.test'] })
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
    expect(listener.reached()).toBe(1)
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
    expect(listener.reached()).toBe(0)
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
