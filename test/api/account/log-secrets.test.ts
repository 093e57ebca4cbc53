import { afterAll, beforeAll, expect, test } from 'vitest'

import { PATIENTLY } from '../../support/run/patiently.ts'
import { quickStudio } from '../../support/service/quick-studio.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { startWebhookReceiver } from '../../support/webhook/webhook-receiver.ts'
import type { WebhookReceiver } from '../../support/webhook/webhook-receiver.ts'

const SCRIPT = 'Sesame opens for nobody but us.'

let service: TestService
let receiver: WebhookReceiver
let account: Awaited<ReturnType<TestService['account']>>

const quick = quickStudio()
const studio = quickStudio({
  speaker: {
    async speakPart(request) {
      if (request.script.endsWith('Fail.')) throw new Error('The engine stumbled.')
      return quick.speaker.speakPart(request)
    },
  },
})

beforeAll(async () => {
  service = await startTestService({ studio, logLevel: 'debug' })
  receiver = await startWebhookReceiver()
  account = await service.account('scale')
})
afterAll(async () => {
  await service.stop()
  await receiver.stop()
})

test('a whole life of videos leaves no key, secret, signed link or script in the log', async () => {
  const { body } = await account.createVideo({ script: SCRIPT, title: SCRIPT, webhook_url: receiver.url })
  const ready = await account.untilStatus(body.id, 'ready')
  await receiver.about(body.id)
  await fetch(ready.video_url)
  await fetch(ready.video_url.replace('signature=', 'signature=x'))
  await account.request('GET', `/me?key=${account.key}`)
  await account.request('GET', `/nothing/${account.key}`)
  await account.request('GET', '/me', { headers: { Authorization: `Basic ${account.key}` } })
  await account.request('POST', '/videos', { body: `{"script":"${SCRIPT}"` })
  const failing = await account.createVideo({ script: `${SCRIPT} Fail.` })
  await account.untilStatus(failing.body.id, 'failed')
  await account.request('DELETE', `/videos/${body.id}`)

  expect(service.logLines.length).toBeGreaterThan(20)
  expectNoSecrets()
})

test('nor does everything that is done with a webhook; a new secret is in one answer alone', async () => {
  const answers = [await account.request('PUT', '/webhooks/endpoint', { body: { url: receiver.url } })]
  const rotated = await account.request('POST', '/webhooks/endpoint/rotate-secret')
  const { body } = await account.createVideo({ script: SCRIPT })
  const hook = await receiver.about(body.id)
  const event = `/webhooks/events/${String(hook.headers['webhook-id'])}`
  answers.push(
    await account.request('POST', '/webhooks/test'),
    await account.request('POST', `${event}/redeliver`),
    await account.request('GET', event),
    await account.request('GET', '/webhooks/events'),
    await account.request('GET', '/webhooks/endpoint'),
    await account.request('POST', '/webhooks/endpoint/rotate-secret', {
      body: { overlap_seconds: 'secret' },
    }),
  )

  expect(rotated.body.secret).toMatch(/^whsec_/u)
  for (const { body: shown } of answers) {
    const text = JSON.stringify(shown)
    expect(text).not.toContain(rotated.body.secret.slice(6))
    expect(text).not.toMatch(/whsec_|signature=(?!\[removed\])/u)
  }
  for (const line of service.logLines) expect(line).not.toContain(rotated.body.secret.slice(6))
  expectNoSecrets()
})

test('a database that refuses a script does not quote it into the log', async () => {
  await service.query(
    `alter table video_scripts add constraint test check (script not like 'Sesame%') not valid`,
  )
  // A machine that is busy may refuse it before the database is asked.
  const askAgain = async () => {
    expect((await account.askForVideo({ script: SCRIPT })).status).toBe(503)
    return service.logLines.join('\n')
  }
  await expect.poll(askAgain, PATIENTLY).toContain('violates check constraint')
  await service.query('alter table video_scripts drop constraint test')
  expectNoSecrets()
})

function expectNoSecrets(): void {
  for (const line of service.logLines) {
    expect(line).not.toContain(account.key.slice(12))
    expect(line).not.toContain(account.webhookSecret.slice(6))
    expect(line).not.toContain('Sesame')
    expect(line).not.toMatch(/signature=(?!\[removed\])/u)
    expect(line).not.toMatch(/whsec_(?!\[removed\])/u)
  }
}
