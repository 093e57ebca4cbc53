import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { Webhook } from 'standardwebhooks'
import { afterAll, describe, expect } from 'vitest'

import { runCommand } from '../../../src/process/run-command.ts'
import { newSigningSecret, verifyWebhook } from '../../../src/webhooks/sign.ts'
import { isLeftOut } from '../../support/run/left-out.ts'
import { resolvePythonPackage } from '../../support/tools/python-package.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'
import { startWebhookReceiver } from '../../support/webhook/webhook-receiver.ts'
import type { ReceivedWebhook, WebhookReceiver } from '../../support/webhook/webhook-receiver.ts'

/** What a library makes of a delivery: the parsed body. Rejects when it does not verify. */
type Verify = (hook: ReceivedWebhook, secret: string) => Promise<unknown>

const python = await resolvePythonPackage('standardwebhooks', '1.1.0')

const byNode: Verify = async ({ rawBody, headers }, secret) =>
  new Webhook(secret).verify(rawBody, headers as Record<string, string>)

const byPython: Verify = async ({ rawBody, headers }, secret) => {
  const { bin } = python as { bin: string }
  const program = fileURLToPath(new URL('verify.py', import.meta.url))
  const delivery = JSON.stringify({ secret, body: rawBody, headers })
  const { ok, output } = await runCommand(join(bin, 'python'), [program, delivery])
  if (!ok) throw new Error(output)
  return JSON.parse(output)
}

const libraries = [
  { registry: 'npm', verify: byNode, missing: false },
  { registry: 'PyPI', verify: byPython, missing: isLeftOut('The library for Python', python) },
]

let service: TestService
let receiver: WebhookReceiver
let oldSecret: string
let newSecret: string
/** One before a rotation of the secret, one after. */
let before: ReceivedWebhook
let during: ReceivedWebhook

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  receiver = await startWebhookReceiver()
  const account = await service.account('scale')
  oldSecret = account.webhookSecret
  const put = await account.request('PUT', '/webhooks/endpoint', { body: { url: receiver.url } })
  expect(put.status).toBe(200)
  before = await receiver.about((await account.createVideo({ title: 'Grüße 🎬' })).body.id)
  const rotated = await account.request('POST', '/webhooks/endpoint/rotate-secret')
  newSecret = rotated.body.secret
  during = await receiver.about((await account.createVideo()).body.id)
})
afterAll(async () => {
  await receiver.stop()
})

describe.each(libraries)('the Standard Webhooks library of $registry', ({ verify, missing }) => {
  test.skipIf(missing)('accepts what we deliver', async () => {
    expect(await verify(before, oldSecret)).toEqual(before.body)
  })

  test.skipIf(missing)('accepts it with either secret while one takes over from the other', async () => {
    expect(await verify(during, oldSecret)).toEqual(during.body)
    expect(await verify(during, newSecret)).toEqual(during.body)
  })

  test.skipIf(missing)('refuses it with any other secret, or with a byte changed', async () => {
    await expect(verify(before, newSecret)).rejects.toThrow('No matching signature found')
    await expect(verify(during, newSigningSecret())).rejects.toThrow('No matching signature found')
    const changed = { ...before, rawBody: before.rawBody.replace('Grüße', 'Grüsse') }
    await expect(verify(changed, oldSecret)).rejects.toThrow('No matching signature found')
  })
})

test('the single-valued signature is that of the new secret at once', () => {
  const check = ({ headers, rawBody }: ReceivedWebhook, secret: string) =>
    verifyWebhook({ headers, rawBody, secret, now: new Date() })
  expect([check(before, oldSecret), check(before, newSecret)]).toEqual([true, false])
  expect([check(during, oldSecret), check(during, newSecret)]).toEqual([false, true])
})
