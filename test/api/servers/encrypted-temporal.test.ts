import { randomBytes } from 'node:crypto'

import { Client, Connection } from '@temporalio/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { provideTemporal } from '../../../src/app/adapters/temporal.ts'
import { readConfig } from '../../../src/config/config.ts'
import { createLog } from '../../../src/process/log.ts'
import { quickStudio } from '../../support/service/quick-studio.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import {
  asJson,
  encodingOf,
  isOfLocalActivity,
  payloadsIn,
  textsIn,
} from '../../support/temporal/stored-payloads.ts'

/** Words of customers that must be nowhere in Temporal, nor in the log. */
const CANARIES = ['kingfisher', 'kestrel']
/** What an engine says of itself: for the log, and not for Temporal. */
const OF_ERRORS = 'goldcrest'
const SCRIPT = 'The kingfisher sings.'
const KEY = 'kestrel@example.com'
const SECRET = 'a secret that only operators have'
const UI = 'https://temporal.example.com'
const OLD_KEY = randomBytes(32)
const NEW_KEY = randomBytes(32)

const quick = quickStudio()
/** Of a script that is spoken at the second try, which waits. */
let tries = 0
let release: () => void = () => undefined
const released = new Promise<void>((resolve) => (release = resolve))
const studio = quickStudio({
  speaker: {
    async speakPart(request) {
      // As engines that quote what they stumble over.
      if (request.script.endsWith('Fail.')) throw new Error(`${OF_ERRORS} cannot say "${request.script}"`)
      if (request.script.endsWith('Twice.')) {
        tries += 1
        if (tries === 1) throw new Error(`${OF_ERRORS} stumbles`)
        await released
      }
      return quick.speaker.speakPart(request)
    },
  },
})
const config = {
  temporalEncryptPayloads: true,
  temporalCodecSecret: SECRET,
  temporalUiUrl: UI,
}

let service: TestService
let connection: Connection
let account: Awaited<ReturnType<TestService['account']>>

beforeAll(async () => {
  service = await startTestService({ studio, config, masterKeys: [OLD_KEY], logLevel: 'debug' })
  connection = await Connection.connect({ address: service.temporalAddress })
  account = await service.account('scale')
  const made = await account.createVideo({ script: SCRIPT }, { 'Idempotency-Key': KEY })
  const failing = await account.createVideo({ script: `${SCRIPT} Fail.` })
  await account.untilStatus(made.body.id, 'ready')
  await account.untilStatus(failing.body.id, 'failed')
})
afterAll(async () => {
  await connection.close()
  await service.stop()
})

/** All runs, as the server keeps them. */
async function histories(namespace = service.namespace, query = '') {
  const { workflow } = new Client({ connection, namespace })
  const { executions } = await connection.workflowService.listWorkflowExecutions({ namespace, query })
  return Promise.all(
    executions.map(async ({ execution, memo }) => {
      const workflowId = execution?.workflowId ?? ''
      const history = await workflow.getHandle(workflowId, execution?.runId ?? '').fetchHistory()
      return { workflowId, history: { events: history.events, memo } }
    }),
  )
}

describe('with encryption on', () => {
  test('all payloads of all runs are encrypted, and failures say nothing else', async () => {
    const runs = await histories()
    expect(runs.length).toBeGreaterThanOrEqual(2)
    for (const { history } of runs) {
      const payloads = payloadsIn(history).filter((payload) => !isOfLocalActivity(payload))
      expect(payloads.length).toBeGreaterThan(1)
      expect(new Set(payloads.map(encodingOf))).toEqual(new Set(['binary/encrypted']))
    }
    const failures = runs
      .flatMap(({ history }) => textsIn(history))
      .filter((text) => text.startsWith('Encoded'))
    expect(failures.length).toBeGreaterThan(0)
    expect(new Set(failures)).toEqual(new Set(['Encoded failure']))
  })

  test('headers of steps contain the ids of the request and of the video, and nothing else', async () => {
    const steps = (await histories())
      .flatMap(({ history }) => history.events ?? [])
      .flatMap(({ activityTaskScheduledEventAttributes: scheduled }) => scheduled ?? [])
    const headers = steps.map(({ header }) => Object.entries(header?.fields ?? {}))
    expect(headers.flat().length).toBeGreaterThan(0)
    for (const [name, { data }] of headers.flat()) {
      expect(name).toBe('presenter-log-facts')
      expect(JSON.parse(Buffer.from(data ?? []).toString())).toEqual({
        requestId: expect.stringMatching(/^req_[0-9a-f]{32}$/u),
        videoId: expect.stringMatching(/^vid_[0-9a-z]{26}$/u),
      })
    }
  })

  test('no word of a script, of an error or of an idempotency key is in an id, a history or the log', async () => {
    const texts = (await histories()).flatMap(({ workflowId, history }) => [workflowId, ...textsIn(history)])
    const saying = (word: string) => (text: string) => text.includes(word)
    for (const canary of CANARIES) {
      expect(texts.filter(saying(canary))).toEqual([])
      expect(service.logLines.filter(saying(canary))).toEqual([])
    }
    expect(texts.filter(saying(OF_ERRORS))).toEqual([])
    expect(service.logLines.filter(saying(OF_ERRORS)).length).toBeGreaterThan(0)
  })

  test('operators of the service still see why a step is tried again', async () => {
    const { orchestrator } = provideTemporal(
      { ...readConfig({}), ...config, temporalNamespace: service.namespace },
      {
        temporalAddress: service.temporalAddress,
        masterKeys: [OLD_KEY],
        temporalUiUrl: null,
        log: createLog({ level: 'silent' }),
      },
    )
    const { body } = await account.createVideo({ script: `${SCRIPT} Twice.` })
    const seen = async () => {
      const run = await orchestrator.watch.run(`video/${account.accountId}/id/${body.id}`)
      return run?.steps.map(({ lastFailure }) => lastFailure).join() ?? ''
    }
    await expect.poll(seen, { interval: 100 }).toContain(OF_ERRORS)
    release()
    await account.untilStatus(body.id, 'ready')
    await orchestrator.close()
  })

  test('the same key still stands for the same video', async () => {
    const again = await account.createVideo({ script: SCRIPT }, { 'Idempotency-Key': KEY })
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
    const ids = (await histories()).map(({ workflowId }) => workflowId)
    expect(ids.filter((id) => /^video\/acc_\w+\/key\/hmac:[0-9a-f]{64}$/u.test(id))).toHaveLength(1)
  })
})

describe('the decode endpoint', () => {
  const decode = (payloads: readonly unknown[], headers: Record<string, string>, url = service.url) =>
    fetch(`${url}/temporal-codec/decode`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Namespace': service.namespace, ...headers },
      body: JSON.stringify({ payloads }),
    })
  const bearer = { Authorization: `Bearer ${SECRET}` }
  const basic = { Authorization: `Basic ${Buffer.from(`operator:${SECRET}`).toString('base64')}` }

  async function stored(): Promise<ReturnType<typeof asJson>[]> {
    return (await histories()).flatMap(({ history }) => payloadsIn(history)).map(asJson)
  }

  async function textsOf(response: Response): Promise<string[]> {
    const { payloads } = (await response.json()) as { payloads: ReturnType<typeof asJson>[] }
    return payloads.map(({ data }) => Buffer.from(data, 'base64').toString())
  }

  test.each([
    ['as the CLI sends the secret', bearer],
    ['as a browser does', basic],
  ])('decrypts payloads for operators, %s', async (_, headers) => {
    const response = await decode(await stored(), headers)
    expect(response.status).toBe(200)
    const texts = await textsOf(response)
    expect(texts).toContainEqual(expect.stringMatching(/^\{"accountId":"acc_\w+","videoId":"vid_\w+"\}$/u))
    // Failures, with their messages and stack traces.
    expect(texts).toContainEqual(expect.stringContaining('stack_trace'))
  })

  test('asks everybody for the secret', async () => {
    for (const headers of [
      {},
      { Authorization: 'Bearer wrong' },
      { Authorization: `Bearer ${account.key}` },
    ]) {
      const response = await decode(await stored(), headers as Record<string, string>)
      expect(response.status).toBe(401)
      expect(response.headers.get('WWW-Authenticate')).toMatch(/^Basic realm=/u)
    }
    expect((await fetch(`${service.url}/temporal-codec`)).status).toBe(401)
    expect((await fetch(`${service.url}/temporal-codec`, { headers: basic })).status).toBe(200)
  })

  test('lets pages of Temporal’s own origin ask, and no others', async () => {
    const preflight = await fetch(`${service.url}/temporal-codec/decode`, {
      method: 'OPTIONS',
      headers: { Origin: UI, 'Access-Control-Request-Method': 'POST' },
    })
    expect(preflight.status).toBe(204)
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': UI,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'authorization, content-type, x-namespace',
      'access-control-allow-methods': 'POST',
    })
  })

  test.each(['nothing', '{"payloads":1}', '{"payloads":[{"metadata":{"encoding":1}}]}', '{}', '[]'])(
    'refuses the body %s',
    async (body) => {
      const headers = { 'Content-Type': 'application/json', ...bearer }
      const response = await fetch(`${service.url}/temporal-codec/decode`, { method: 'POST', headers, body })
      expect(response.status).toBe(400)
    },
  )

  test('leaves what it cannot decrypt as it is, beside what it can', async () => {
    const [first] = await stored()
    const lost = { ...first!, metadata: { ...first!.metadata, 'encryption-key-id': 'bm9uZQ==' } }
    const response = await decode([lost, first], bearer)
    const { payloads } = (await response.json()) as { payloads: unknown[] }
    expect(payloads[0]).toEqual(lost)
    expect(payloads[1]).not.toEqual(first)
  })

  test('is not there without a secret', async () => {
    const closed = await startTestService({ worker: false })
    const response = await decode([], bearer, closed.url)
    expect(response.status).toBe(404)
    await closed.stop()
  })

  test('a run that began under the old master key goes on under the new one, and both stay readable', async () => {
    // A process has one worker at a time.
    await service.stopWorker()
    const slow = await startTestService({
      studio,
      config: { ...config, taskQueues: ['videos', 'webhooks'] },
      masterKeys: [OLD_KEY],
    })
    const owner = await slow.account('scale')
    const { body } = await owner.createVideo({ script: SCRIPT }, { 'Idempotency-Key': KEY })
    await slow.stopWorker()
    const rotated = await startTestService({
      studio,
      config: { ...config, dataDir: slow.dataDir },
      masterKeys: [NEW_KEY, OLD_KEY],
      databaseUrl: slow.databaseUrl,
      namespace: slow.namespace,
    })
    try {
      await owner.untilStatus(body.id, 'ready')
      const runs = await histories(slow.namespace, `VideoId = '${body.id}'`)
      const payloads = runs
        .flatMap(({ history }) => payloadsIn(history))
        .filter((payload) => !isOfLocalActivity(payload))
      const keyIds = payloads.map(({ metadata }) => Buffer.from(metadata['encryption-key-id']!).toString())
      expect(new Set(keyIds).size).toBe(2)
      const response = await decode(payloads.map(asJson), bearer, rotated.url)
      const decoded = ((await response.json()) as { payloads: ReturnType<typeof asJson>[] }).payloads
      expect(Buffer.from(decoded[0]!.data, 'base64').toString()).toContain(body.id)
      const encodings = decoded.map(({ metadata }) => Buffer.from(metadata['encoding']!, 'base64').toString())
      expect(new Set(encodings)).toEqual(new Set(['json/plain', 'binary/null']))
    } finally {
      await rotated.stop()
      await slow.stop()
    }
  })
})
