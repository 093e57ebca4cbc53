import { Client, Connection } from '@temporalio/client'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { METRIC_FAMILIES } from '../../src/domain/health/metric-families.ts'
import { PATIENTLY } from '../support/run/patiently.ts'
import { AUDIT_SCHEDULE } from '../../src/workflows/contract.ts'
import { createAdmin } from '../support/programs/admin.ts'
import { linesWith, saying } from '../support/ops/log-lines.ts'
import type { Line } from '../support/ops/log-lines.ts'
import { seriesIn, valueOf } from '../support/ops/metrics-text.ts'
import { startTraceReceiver } from '../support/ops/trace-receiver.ts'
import type { TraceReceiver } from '../support/ops/trace-receiver.ts'
import { startProgram } from '../support/programs/program.ts'
import type { Program } from '../support/programs/program.ts'
import { createTestClient } from '../support/service/client.ts'
import { runScheduled } from '../support/service/keep-house.ts'
import { startTestService } from '../support/service/service.ts'
import type { TestService } from '../support/service/service.ts'
import { startWebhookReceiver } from '../support/webhook/webhook-receiver.ts'

/**
 * An API process and a worker as in production, with ports for operators' tools, and one video: what is seen of it.
 */
let service: TestService
let api: Program
let worker: Program
let traces: TraceReceiver

beforeAll(async () => {
  service = await startTestService({ worker: false })
  traces = await startTraceReceiver()
  const settings = {
    ...service.settings,
    OPS_PORT: '0',
    STUDIO_PROCESSES: '1',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    OTEL_EXPORTER_OTLP_ENDPOINT: traces.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-team=video%20people',
  }
  api = startProgram('src/server.ts', [], { ...settings, PORT: '0', SHUTDOWN_DELAY_SECONDS: '0' })
  worker = startProgram('src/worker.ts', [], settings)
  await Promise.all([api.says('API listening'), worker.says('worker started')])
})
afterAll(async () => {
  for (const program of [api, worker]) program.process.kill('SIGTERM')
  await Promise.all([api.ended, worker.ended])
  await service.stop()
  await traces.stop()
})

/** Addresses that a process says it is reached at, in the order in which it says so. */
function urlsOf(program: Program): string[] {
  return [...program.output().matchAll(/"url":"(http[^"]+)"/gu)].map(([, url]) => url!)
}

const opsUrl = (program: Program) => urlsOf(program)[0]!

async function scrape(program: Program): Promise<string> {
  return (await fetch(`${opsUrl(program)}/metrics`)).text()
}

/** What identifies a video, an account, a request, a run or a key, of whatever release. */
const IDS = /\b(?:vid|acc|req|evt|key|twin|batch|per)_[0-9a-z]{10,}|[0-9a-f]{8}-[0-9a-f]{4}-|pv_live|hmac:/u

test('a video that is made moves the figures of the processes that had a part in it, and none holds an id', async () => {
  const { accountId } = await service.account()
  const { key } = await service.app.createApiKey({ accountId, name: 'seen' })
  const client = createTestClient(urlsOf(api)[1]!, key)
  const { status, body } = await client.createVideo({ script: 'This was seen.' })
  expect(status).toBe(202)
  const video = await client.untilStatus(body.id, 'ready', 240_000)

  const [ofApi, ofWorker] = [await scrape(api), await scrape(worker)]
  const at = (text: string, series: string) => valueOf(text, series)
  const created =
    'presenter_http_request_duration_seconds_count{route="/api/v1/videos",method="POST",status="2xx"}'
  expect(at(ofApi, created)).toBe(1)
  expect(at(ofApi, 'presenter_videos{status="rendering"}')).toBe(0)
  expect(at(ofApi, 'presenter_workers{queue="render",state="working"}')).toBeGreaterThan(0)
  expect(at(ofApi, 'presenter_dependency_up{dependency="store"}')).toBe(1)
  expect(at(ofApi, 'presenter_db_pool_size')).toBe(10)
  expect(ofApi).toContain('role="api"')

  expect(at(ofWorker, 'presenter_videos_ended_total{status="ready",stage="publish",cause="none"}')).toBe(1)
  expect(at(ofWorker, 'presenter_video_seconds_total{quality="basic"}')).toBeCloseTo(
    video.duration_seconds,
    1,
  )
  for (const step of ['speakPart', 'finishSpeech', 'drawSegment', 'assembleVideo', 'publishVideo'])
    expect(at(ofWorker, `presenter_step_duration_seconds_count{step="${step}"}`)).toBeGreaterThan(0)
  for (const pool of ['speaking', 'drawing', 'joining']) {
    expect(at(ofWorker, `presenter_pool_size{pool="${pool}"}`)).toBe(1)
    expect(at(ofWorker, `presenter_child_cpu_seconds_total{pool="${pool}"}`)).toBeGreaterThan(0)
  }
  expect(at(ofWorker, 'presenter_store_requests_total{operation="put",status="ok"}')).toBeGreaterThan(2)
  expect(at(ofWorker, 'presenter_disk_free_bytes{folder="data"}')).toBeGreaterThan(1e6)
  // Of Temporal's own library, behind ours.
  expect(at(ofWorker, 'temporal_worker_task_slots_available')).toBeGreaterThan(0)
  expect(ofWorker).not.toContain('_total_total')

  const families = Object.keys(METRIC_FAMILIES)
  expect(
    families.filter((name) => ![ofApi, ofWorker].some((text) => text.includes(`# TYPE ${name} `))),
  ).toEqual([])
  for (const text of [ofApi, ofWorker]) {
    // The tests name their namespaces by chance; operators name theirs.
    const series = seriesIn(text.replaceAll(service.namespace, ''))
    expect(series.filter((one) => IDS.test(one))).toEqual([])
    expect(series.length).toBeLessThan(2_000)
  }
})

test('each process answers probes at its own port', async () => {
  for (const program of [api, worker])
    for (const probe of ['/livez', '/readyz']) {
      const answer = await fetch(opsUrl(program) + probe)
      expect([probe, answer.status, await answer.text()]).toEqual([probe, 200, expect.any(String)])
    }
})

const grep = (text: string) => linesWith(text, [api, worker])

test('one search for a video finds all that was done for it, from its request to its webhook', async () => {
  const receiver = await startWebhookReceiver()
  const { accountId } = await service.account()
  const test = await service.testData(accountId)
  const client = createTestClient(urlsOf(api)[1]!, test.key)
  const asked = (script: string) => client.createVideo({ script, webhook_url: receiver.url })
  const [found, { body: failed }] = [await asked('Found at once.'), await asked('[test:fail:draw]')]
  const { body: made } = found
  for (const { id } of [made, failed]) {
    await receiver.about(id)
    // The receiver has it before its answer is noted.
    await expect.poll(() => saying(grep(id)), PATIENTLY).toContain('webhook attempt: attemptDelivery')
  }
  await receiver.stop()

  const whole = grep(made.id)
  const inOrder = [
    'step done: reserveAllowance',
    'step done: speakPart',
    'step done: finishSpeech',
    'step done: drawSegment',
    'step done: assembleVideo',
    'video ready: publishVideo',
    'webhook attempt: attemptDelivery',
  ]
  expect(saying(whole).filter((line) => inOrder.includes(line))).toEqual(inOrder)
  expect(saying(whole)).toContain('request')
  expect(saying(grep(failed.id))).toEqual(
    expect.arrayContaining(['video failed: failVideo', 'webhook attempt: attemptDelivery']),
  )
  expect(grep(failed.id).find(({ msg }) => msg === 'video failed')).toMatchObject({
    stage: 'draw',
    cause: 'request',
  })

  const [request] = whole.filter(({ msg }) => msg === 'request')
  const requestId = found.headers.get('x-request-id')
  expect(request).toMatchObject({ role: 'api', release: expect.any(String), requestId })
  for (const line of whole.filter(({ role }) => role === 'worker'))
    expect(line).toMatchObject({
      release: request!['release'],
      requestId,
      videoId: made.id,
      workflowId: expect.any(String),
      step: expect.any(String),
      attempt: expect.any(Number),
    })
  for (const line of whole.filter(({ msg }) => msg === 'step done'))
    expect(line['seconds']).toBeGreaterThanOrEqual(0)
})

test('one search for a request finds the trace of all that it led to, in every process', async () => {
  const receiver = await startWebhookReceiver()
  const { accountId } = await service.account()
  const test = await service.testData(accountId)
  const script = 'Nobody reads this in a trace.'
  const theirs = '4bf92f3577b34da6a3ce929d0e0e4736'
  const asked = await fetch(`${urlsOf(api)[1]!}/api/v1/videos`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${test.key}`,
      'content-type': 'application/json',
      'idempotency-key': 'traced',
      traceparent: `00-${theirs}-00f067aa0ba902b7-01`,
    },
    body: JSON.stringify({ script, presenter_id: 'maya', webhook_url: receiver.url }),
  })
  expect(asked.status).toBe(202)
  const { id } = (await asked.json()) as { id: string }
  await receiver.about(id)
  await receiver.stop()

  const requestId = asked.headers.get('x-request-id')
  const first = () => traces.spans.find(({ attributes }) => attributes['request_id'] === requestId)
  const ofTrace = () => traces.spans.filter(({ traceId }) => traceId === first()?.traceId)
  const names = () => ofTrace().map(({ role, name }) => `${String(role)}: ${name}`)
  const run = 'UpdateWithStartWorkflow:createVideo'
  // Spans come in batches.
  await expect
    .poll(names, PATIENTLY)
    .toEqual(
      expect.arrayContaining([
        'api: POST /api/v1/videos',
        `api: ${run}`,
        'worker: RunActivity:reserveAllowance',
        'worker: RunActivity:drawSegment',
        'worker: RunActivity:publishVideo',
        'worker: StartWorkflow:deliverWebhook',
        'worker: RunActivity:attemptDelivery',
      ]),
    )
  const [request] = ofTrace().filter(({ parentSpanId }) => parentSpanId === '')
  expect(request).toMatchObject({ name: 'POST /api/v1/videos', links: [theirs] })
  expect(request!.traceId).not.toBe(theirs)
  expect(request!.attributes).toMatchObject({
    request_id: requestId,
    account_id: test.accountId,
    video_id: id,
    'http.response.status_code': 202,
  })
  const workflowIds = new Set(ofTrace().map(({ attributes }) => attributes['temporalWorkflowId']))
  const [done] = grep(id).filter(({ msg, step }) => msg === 'step done' && step === 'publishVideo')
  expect(workflowIds).toContain(done!['workflowId'])
  expect(done).toMatchObject({ traceId: request!.traceId })

  expect(traces.headers[0]).toMatchObject({ 'x-team': 'video people' })
  for (const secret of [script, test.key]) expect(traces.bodies.join('\n')).not.toContain(secret)
})

test('a command shows why a video failed, at which step and where, also by its id alone', async () => {
  const { accountId } = await service.account()
  const client = await service.testData(accountId)
  const { body } = await client.createVideo({ script: '[test:fail:assemble]' })
  await client.untilStatus(body.id, 'failed')
  const admin = createAdmin({ ...service.settings, TEMPORAL_UI_URL: 'https://temporal.example.com' })
  // Noted just after it has failed.
  await expect
    .poll(() => admin.json('videos', 'show', body.id), PATIENTLY)
    .toMatchObject({
      id: body.id,
      account: client.accountId,
      status: 'failed',
      stage: 'assemble',
      failure_cause: 'request',
      failure_detail: 'The video was told to fail.',
      request_id: expect.stringMatching(/^req_/u),
      run_url: expect.stringContaining(
        `https://temporal.example.com/namespaces/${service.namespace}/workflows/`,
      ),
      steps: [],
    })
  expect((await admin.say('videos', 'show', body.id)).stdout).toMatch(/^failure_cause +request$/mu)
  expect(await admin.say('videos', 'show', 'vid_none')).toMatchObject({
    code: 1,
    stderr: 'There is no video "vid_none".\n',
  })
  await admin.stop()
})

test('the daily audit tells of a difference, in the log and in the metrics', async () => {
  const { accountId } = await service.account()
  await service.query('update accounts set used_seconds = used_seconds + 1 where id = $1', [accountId])
  const connection = await Connection.connect({ address: service.temporalAddress })
  await runScheduled(new Client({ connection, namespace: service.namespace }), AUDIT_SCHEDULE)
  await connection.close()

  const difference = { accountId, rule: expect.stringContaining('used seconds'), expected: 0, found: 1 }
  expect(grep(accountId).filter(({ msg }) => msg === 'the audit found a difference')).toEqual([
    expect.objectContaining({ level: 'error', step: 'recalculateBooks', ...difference }),
  ])
  // API processes look every quarter of a minute.
  await expect
    .poll(async () => valueOf(await scrape(api), 'presenter_audit_discrepancies'), PATIENTLY)
    .toBe(1)
})

test('both processes write lines of JSON and nothing else, and say how far their stop is', async () => {
  for (const program of [api, worker]) {
    program.process.kill('SIGTERM')
    expect(await program.ended).toBe(0)
    const output = program.output()
    // What comes before is told of compiling the sources.
    const lines = output.slice(output.indexOf('{')).split('\n').filter(Boolean)
    const told = lines.map((line) => (JSON.parse(line) as Line)['msg'] as string)
    const stopping = told.slice(told.findIndex((msg) => msg.startsWith('asked to stop')))
    expect(stopping.filter((msg) => /^asked to stop|have ended|has ended|stopped$/u.test(msg))).toEqual([
      expect.stringMatching(/^asked to stop/u),
      expect.stringMatching(/(?:requests have|work has) ended/u),
      expect.stringMatching(/^(?:API|worker) stopped$/u),
    ])
  }
})
