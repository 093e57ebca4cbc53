import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { newSigningSecret, signWebhook } from '../../../src/webhooks/sign.ts'
import { hasNoPython, installSdk } from '../../support/sdk/python-programs.ts'
import type { InstalledSdk } from '../../support/sdk/python-programs.ts'

const [secret, former, another] = [newSigningSecret(), newSigningSecret(), newSigningSecret()]
const body =
  '{"event":"video.ready","data":{"id":"vid_1","title":"Grüße"},"sent_at":"2026-11-21T10:00:00.000Z"}'

function delivery(ageMs = 0): Record<string, string> {
  const sentAt = new Date(Date.now() - ageMs)
  return { ...signWebhook({ secrets: [secret, former], body, sentAt, eventId: 'evt_1' }) }
}

const only = (part: string) =>
  Object.fromEntries(Object.entries(delivery()).filter(([name]) => name.startsWith(part)))
const lower = Object.fromEntries(
  Object.entries(delivery()).map(([name, value]) => [name.toLowerCase(), value]),
)

/** A body, its headers, the secrets that are known, and whether that is a delivery of the service. */
const DELIVERIES: readonly (readonly [string, string, Record<string, string>, string | string[], boolean])[] =
  [
    ['with all headers', body, delivery(), secret, true],
    ['with those of the service alone', body, only('X-Service'), secret, true],
    ['with those of Standard Webhooks alone', body, only('webhook-'), secret, true],
    ['with headers in lower case', body, lower, [another, secret], true],
    ['of a rotation, known by the former secret', body, delivery(), former, true],
    ['by another secret', body, delivery(), another, false],
    ['of another body', body.replace('vid_1', 'vid_2'), delivery(), secret, false],
    ['from six minutes ago', body, delivery(360_000), secret, false],
    ['from the future', body, delivery(-360_000), secret, false],
    ['without headers', body, {}, secret, false],
    [
      'without a signature',
      body,
      { ...delivery(), 'X-Service-Signature': 'sha256=', 'webhook-signature': 'v1,' },
      secret,
      false,
    ],
    ['without a time', body, { ...only('X-Service'), 'X-Service-Timestamp': '' }, secret, false],
    [
      'with another id and no other signature',
      body,
      { ...only('webhook-'), 'webhook-id': 'evt_2' },
      secret,
      false,
    ],
    ['for a secret that is none', body, delivery(), 'whsec_!', false],
  ]

describe.skipIf(hasNoPython)('to the Python SDK, a delivery', () => {
  let sdk: InstalledSdk
  let printed: unknown[]
  beforeAll(async () => {
    sdk = await installSdk()
    const run = { half: 'threads', url: 'http://localhost', key: 'none' } as const
    printed = await sdk.run(
      run,
      'unwrap',
      DELIVERIES.map(([, ...one]) => one.slice(0, 3)),
    )
  })
  afterAll(() => sdk.remove())

  test.each(DELIVERIES.map((one, index) => [one[0], one[4], index] as const))(
    '%s: %s',
    (_, isReal, index) => {
      expect(printed[index]).toEqual(isReal ? ['video.ready', 'vid_1', 'Grüße'] : 'WebhookVerificationError')
    },
  )
})
