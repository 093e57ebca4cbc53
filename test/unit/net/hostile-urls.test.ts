import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createAddressGuard } from '../../../src/net/guard.ts'
import type { ResolveHost } from '../../../src/net/resolve-host.ts'
import { createWebhookSender } from '../../../src/webhooks/sender.ts'
import { newSigningSecret } from '../../../src/webhooks/sign.ts'
import { HOSTILE_ADDRESSES, HOSTILE_FORMS, HOSTILE_NAMES, NOT_FOUND, SYSTEM_NAMES } from './hostile-urls.ts'
import { listenOnLoopback } from './loopback-listener.ts'
import type { LoopbackListener } from './loopback-listener.ts'

const resolve: ResolveHost = (hostname) => {
  const addresses = HOSTILE_NAMES[hostname]
  return addresses ? Promise.resolve(addresses) : Promise.reject(new Error('ENOTFOUND'))
}

let listener: LoopbackListener
const tally = { tried: 0, refused: 0, reached: 0 }
beforeAll(async () => {
  listener = await listenOnLoopback()
})
beforeEach(() => listener.reset())
afterAll(() => listener.close())

/** Says whether a URL may be given, and really tries to send there. */
async function tryToReach(template: string, options: { ports?: readonly number[]; resolve?: ResolveHost }) {
  const url = template.replace('PORT', String(listener.port))
  const guard = createAddressGuard({ allowCidrs: [], ...options })
  const sender = createWebhookSender({ guard, version: '0', now: () => new Date() })
  const whenGiven = await guard.refuse(url)
  const delivery = {
    eventId: 'evt_1',
    url,
    secrets: [newSigningSecret()] as const,
    body: '{}',
    sentAt: new Date(),
  }
  const outcome = await sender.send(delivery)
  tally.tried += 1
  tally.refused += outcome.delivered || outcome.status !== null ? 0 : 1
  tally.reached += listener.reached()
  return { whenGiven, outcome }
}

describe('addresses', () => {
  test.each(HOSTILE_ADDRESSES)(
    '%j is refused, given and sent to, and nothing is reached',
    async (template) => {
      // The listener's port counts as permitted, so that only the address can be what is refused.
      const { whenGiven, outcome } = await tryToReach(template, {
        ports: [443, 8443, listener.port],
        resolve,
      })
      expect(whenGiven).toBe('The URL must resolve to a public address.')
      expect(outcome).toMatchObject({ delivered: false, status: null, error: whenGiven })
      expect(listener.reached()).toBe(0)
    },
  )
})

describe('forms', () => {
  test.each(HOSTILE_FORMS)('%j is not sent to: %s', async (template, reason) => {
    const { whenGiven, outcome } = await tryToReach(template, { resolve })
    // A name that is not found may be found later, so it may be given.
    expect(whenGiven).toBe(reason === NOT_FOUND ? null : reason)
    expect(outcome).toMatchObject({ delivered: false, status: null, error: reason })
    expect(listener.reached()).toBe(0)
  })
})

describe('names as this machine resolves them', () => {
  test.each(SYSTEM_NAMES)('%j is not sent to', async (template) => {
    const { outcome } = await tryToReach(template, { ports: [443, listener.port] })
    expect(outcome).toMatchObject({ delivered: false, status: null })
    expect(outcome.error).toMatch(/must resolve to a public address|could not be resolved/u)
    expect(listener.reached()).toBe(0)
  })
})

test('far more than forty hostile URLs were tried, all refused, and loopback was reached 0 times', () => {
  const tried = HOSTILE_ADDRESSES.length + HOSTILE_FORMS.length + SYSTEM_NAMES.length
  expect(tally).toEqual({ tried, refused: tried, reached: 0 })
  expect(tried).toBeGreaterThan(150)
  process.stdout.write(
    `hostile URLs tried: ${tally.tried}, refused: ${tally.refused}, reached: ${tally.reached}\n`,
  )
})
