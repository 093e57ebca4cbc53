import { Client, Connection } from '@temporalio/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { AUDIT_SCHEDULE, HOUSEKEEPING_SCHEDULE } from '../../../src/workflows/contract.ts'
import { addTwin } from '../../support/service/cast.ts'
import type { ApiAnswer } from '../../support/service/client.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { quickStudio } from '../../support/service/quick-studio.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { startWebhookReceiver } from '../../support/webhook/webhook-receiver.ts'
import type { WebhookReceiver } from '../../support/webhook/webhook-receiver.ts'

/** Words that users entrust to the service, one for each place in which they can be put. */
const CANARY = {
  script: 'kingfisher',
  title: 'wagtail',
  metadata: 'nuthatch',
  webhookUrl: 'goldcrest',
  twinName: 'Bullfinch',
}
const SCRIPT = `The ${CANARY.script} sings.`

let service: TestService
let receiver: WebhookReceiver
let account: Awaited<ReturnType<TestService['account']>>
let rotatedSecret: string
const errors: ApiAnswer[] = []

const quick = quickStudio()
const studio = quickStudio({
  speaker: {
    async speakPart(request) {
      // Engines quote what they stumble over.
      if (request.script.endsWith('Fail.')) throw new Error(`Cannot say "${request.script}"`)
      return quick.speaker.speakPart(request)
    },
  },
})

beforeAll(async () => {
  service = await startTestService({ studio, logLevel: 'debug' })
  receiver = await startWebhookReceiver()
  account = await service.account('scale')
  await liveAWholeLife()
})
afterAll(async () => {
  await service.stop()
  await receiver.stop()
})

async function liveAWholeLife(): Promise<void> {
  const twin = await addTwin(service, account, { name: CANARY.twinName })
  const told = {
    title: CANARY.title,
    metadata: { [CANARY.metadata]: CANARY.metadata },
    webhook_url: `${receiver.url}?token=${CANARY.webhookUrl}`,
  }
  const { body } = await account.createVideo({
    script: SCRIPT,
    presenter_id: undefined,
    twin_id: twin.id,
    ...told,
  })
  const ready = await account.untilStatus(body.id, 'ready')
  await receiver.about(body.id)
  await fetch(ready.video_url)
  const failing = await account.createVideo({ script: `${SCRIPT} Fail.`, ...told })
  await account.untilStatus(failing.body.id, 'failed')
  await receiver.about(failing.body.id)
  await workOnWebhook(told.webhook_url)

  errors.push(
    await account.request('POST', '/videos', { body: `{"script":"${SCRIPT}"` }),
    await account.createVideo({ script: SCRIPT, title: CANARY.title.repeat(100) }),
    await account.createVideo({ script: SCRIPT, presenter_id: 'nobody' }),
    await account.createVideo({ script: `${SCRIPT} `.repeat(200) }),
    await account.createVideo({ script: SCRIPT, webhook_url: `https://10.0.0.1/${CANARY.webhookUrl}` }),
    await account.request('PUT', '/webhooks/endpoint', {
      body: { url: `https://10.0.0.1/${CANARY.webhookUrl}` },
    }),
    await account.request('GET', `/videos/${account.key}x`),
    await account.request('GET', '/me', { headers: { Authorization: `Basic ${account.key}` } }),
    await account.request('GET', `/presenters?q=${'kingfisher'.repeat(30)}`),
  )
  await service.query(
    `alter table video_requests add constraint test check (script not like '%kingfisher%') not valid`,
  )
  errors.push(await account.askForVideo({ script: SCRIPT, ...told }))
  await service.query('alter table video_requests drop constraint test')
  await account.request('DELETE', `/videos/${body.id}`)
}

/** Everything that is done with the account's webhook. */
async function workOnWebhook(url: string): Promise<void> {
  await account.request('PUT', '/webhooks/endpoint', { body: { url } })
  rotatedSecret = (await account.request('POST', '/webhooks/endpoint/rotate-secret')).body.secret
  await account.request('POST', '/webhooks/test')
  const [{ id }] = (await account.request('GET', '/webhooks/events')).body.data
  await account.request('POST', `/webhooks/events/${id}/redeliver`)
  const deliveries = () => receiver.received.filter(({ headers }) => headers['webhook-id'] === id)
  await vi.waitFor(() => expect(deliveries()).toHaveLength(2), PATIENTLY)
  await account.request('GET', `/webhooks/events/${id}`)
}

/** What must be nowhere but where it belongs. */
function secrets(): string[] {
  const databasePassword = new URL(service.databaseUrl).password
  return [
    account.key.slice(12),
    account.webhookSecret.slice(6),
    rotatedSecret.slice(6),
    service.masterKey.toString('base64'),
    service.masterKey.toString('hex'),
    ...(databasePassword ? [databasePassword] : []),
    ...Object.values(CANARY),
  ]
}

function expectClean(text: string): void {
  for (const secret of secrets()) {
    const at = text.toLowerCase().indexOf(secret.toLowerCase())
    expect(at < 0 ? '' : text.slice(Math.max(0, at - 100), at + 100)).toBe('')
  }
}

test('no line of the log holds a secret or a user’s words', () => {
  expect(service.logLines.length).toBeGreaterThan(20)
  for (const line of service.logLines) expectClean(line)
})

test('no error answer holds a secret, a user’s script, or how we are built', () => {
  expect(errors.map(({ status }) => status)).toEqual([400, 400, 404, 400, 400, 400, 404, 401, 400, 503])
  for (const { body } of errors) {
    expectClean(JSON.stringify(body))
    expect(JSON.stringify(body)).not.toMatch(/node_modules|\.ts\b|select |insert |postgres|constraint/iu)
  }
})

test('no history of a run holds a secret or a user’s words', async () => {
  const connection = await Connection.connect({ address: service.temporalAddress })
  const client = new Client({ connection, namespace: service.namespace })
  let runs = 0
  for await (const run of client.workflow.list()) {
    // Such a run is about no video.
    const isScheduled = [AUDIT_SCHEDULE, HOUSEKEEPING_SCHEDULE].some((id) => run.workflowId.startsWith(id))
    if (!isScheduled) runs += 1
    const history = await client.workflow.getHandle(run.workflowId, run.runId).fetchHistory()
    const text = `${run.workflowId} ${JSON.stringify(run.memo)} ${readable(history)}`
    // The histories are read as they are: what may be in them is found.
    if (!isScheduled) expect(text).toMatch(/vid_|evt_/u)
    expectClean(text)
  }
  // Two videos and their webhooks.
  expect(runs).toBeGreaterThanOrEqual(4)
  await connection.close()
})

/** Everything in a history as text: payloads are bytes there. */
function readable(part: unknown): string {
  if (part instanceof Uint8Array) return Buffer.from(part).toString()
  if (typeof part === 'string') return part
  if (typeof part !== 'object' || part === null) return ''
  return Object.entries(part)
    .map(([name, value]) => `${name} ${readable(value)}`)
    .join('\n')
}
