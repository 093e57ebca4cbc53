import { randomBytes } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestClient } from '../../support/service/client.ts'
import type { TestClient } from '../../support/service/client.ts'
import { expectProblem } from '../../support/http/expect-problem.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { startWebhookReceiver } from '../../support/webhook/webhook-receiver.ts'
import type { WebhookReceiver } from '../../support/webhook/webhook-receiver.ts'
import { verifyWebhook } from '../../../src/webhooks/sign.ts'
import { deriveKeys } from '../../../src/secrets/derive-keys.ts'

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
const [oldId, newId] = [deriveKeys(oldKey).id, deriveKeys(newKey).id]

let receiver: WebhookReceiver
/** The service with the old key: rolling over begins with giving it the new one, to read with. */
let before: TestService
let rotating: TestService
let after: TestService
let account: Awaited<ReturnType<TestService['account']>>
/** A second key of the account's, that nobody uses during the change. */
let restingKey: string

beforeAll(async () => {
  receiver = await startWebhookReceiver()
  before = await startTestService({ masterKeys: [oldKey, newKey], worker: false })
  const { databaseUrl, dataDir } = before
  account = await before.account()
  restingKey = (await before.app.createApiKey({ accountId: account.accountId, name: 'resting' })).key
  const same = { databaseUrl, config: { dataDir }, worker: false }
  rotating = await startTestService({ ...same, masterKeys: [newKey, oldKey] })
  after = await startTestService({ ...same, masterKeys: [newKey], claim: false })
})
afterAll(async () => {
  await Promise.all([after.stop(), rotating.stop()])
  await before.stop()
  await receiver.stop()
})

const clientOf = ({ url }: TestService, key = account.key): TestClient => createTestClient(url, key)

/** A video made by a service: its link, and whether its event is signed with the account's secret as first shown. */
async function makeVideo(service: TestService, { key, webhookSecret: secret } = account) {
  // One worker at a time: a process has one runtime for them.
  await service.startWorker()
  const client = clientOf(service, key)
  const { body } = await client.createVideo({ webhook_url: receiver.url })
  const { video_url: link } = await client.untilStatus(body.id, 'ready')
  const { headers, rawBody } = await receiver.about(body.id)
  await service.stopWorker()
  return { link, signed: verifyWebhook({ headers, rawBody, secret, now: new Date() }) }
}

const roleOf = async (service: TestService, id: string) =>
  (await service.app.secrets.statuses()).find((status) => status.id === id)

test('keys, links and secrets outlive a change of the master key, and the old one is not needed in the end', async () => {
  const { link } = await makeVideo(before)
  const linkAt = (service: TestService) => link.replace(before.url, service.url)

  expect((await clientOf(rotating).request('GET', '/me')).status).toBe(200)
  expect((await fetch(linkAt(rotating))).status).toBe(200)
  expect(await makeVideo(rotating)).toMatchObject({ signed: true })
  expect(await roleOf(rotating, oldId)).toMatchObject({ role: 'older', sealedSecrets: 1, apiKeys: 1 })

  expect(await rotating.app.secrets.rotate()).toEqual({ masterKeyId: newId, resealed: 1, unopened: 0 })
  expect(await roleOf(rotating, oldId)).toMatchObject({ sealedSecrets: 0, apiKeys: 1, apiKeysUsedAt: null })
  await expect(after.app.secrets.claim()).rejects.toThrow(`needs the master key ${oldId}`)

  expect((await clientOf(rotating, restingKey).request('GET', '/me')).status).toBe(200)
  expect(await rotating.app.secrets.rotate()).toEqual({ masterKeyId: newId, resealed: 0, unopened: 0 })
  await after.app.secrets.claim()

  expect((await clientOf(after).request('GET', '/me')).status).toBe(200)
  expect((await clientOf(after, restingKey).request('GET', '/me')).status).toBe(200)
  expect(await makeVideo(after)).toMatchObject({ signed: true })
  expect((await fetch(linkAt(after))).status).toBe(404)
  expect(await after.app.secrets.statuses()).toMatchObject([
    { id: newId, role: 'newest', sealedSecrets: 1, apiKeys: 2 },
  ])
})

test('while processes are rolled over, those that still seal with the old key read what the new ones sealed', async () => {
  const newcomer = await rotating.account()
  expect(await makeVideo(before, newcomer)).toMatchObject({ signed: true })
  expect((await clientOf(rotating, newcomer.key).request('GET', '/me')).status).toBe(200)
})

test('a revoked key stays revoked through a change of the master key', async () => {
  const { accountId } = account
  const { apiKey, key } = await before.app.createApiKey({ accountId, name: 'revoked' })
  await before.app.apiKeys.revoke(apiKey.id)
  expectProblem(await clientOf(rotating, key).request('GET', '/me'), 'key_revoked')
})
