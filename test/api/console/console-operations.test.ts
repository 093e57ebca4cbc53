import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { moment } from '../../support/temporal/moment.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { quickStudio } from '../../support/service/quick-studio.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { signedIn } from '../../support/http/signed-in.ts'
import type { SignedInPerson } from '../../support/http/signed-in.ts'

const TEMPORAL_UI_URL = 'http://temporal.example.com'
const ENDPOINTS = [
  ['GET', '/operations/queues'],
  ['GET', '/operations/processes'],
  ['GET', '/operations/videos'],
  ['GET', '/operations/configuration'],
  ['POST', '/operations/audit'],
] as const

const end = moment()
const quick = quickStudio()
/** Drawing fails at its first try; that and speaking go on for as long as the tests, where the script says so. */
const studio = quickStudio({
  speaker: {
    async speakPart(request, options) {
      if (request.script === 'Hold on.') await end.wait()
      return quick.speaker.speakPart(request, options)
    },
  },
  renderer: {
    async drawSegment(job, options) {
      tries += 1
      if (tries === 1) throw new Error('No space left on device')
      await end.wait()
      return quick.renderer.drawSegment(job, options)
    },
  },
})
let tries = 0

let service: TestService
let account: Awaited<ReturnType<TestService['account']>>
let owner: SignedInPerson
let operator: SignedInPerson

beforeAll(async () => {
  service = await startTestService({ studio, config: { temporalUiUrl: TEMPORAL_UI_URL } })
  account = await service.account()
  owner = await signedIn(service, account)
  operator = await signedIn(service, await service.account(), { role: 'member', isOperator: true })
})
afterAll(async () => {
  end.come()
  await service.stop()
})

test.each(ENDPOINTS)('%s %s is for operators: members and owners get 403', async (method, path) => {
  const member = await signedIn(service, account, { role: 'member' })
  for (const person of [owner, member]) {
    const answer = await person.request(method, path)
    expect(answer.status).toBe(403)
    expect(answer.body.error.code).toBe('not_allowed')
  }
  expect((await operator.request(method, path)).status).toBe(200)
})

test('every queue names the worker that serves it', async () => {
  const { body } = await operator.request('GET', '/operations/queues')
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual([
    'videos',
    'speech',
    'render',
    'assembly',
    'twins',
    'webhooks',
  ])
  for (const queue of body.data) {
    expect(queue).toMatchObject({ waiting: 0, oldest_wait_seconds: 0 })
    expect(queue.workers).toEqual([
      { identity: expect.any(String), last_seen_at: expect.any(String), is_current: true },
    ])
  }
})

test('every process is there with what it lacks and why, until it has told nothing for a while', async () => {
  const processes = async () => (await operator.request('GET', '/operations/processes')).body.data
  await expect
    .poll(processes, PATIENTLY)
    .toMatchObject([
      { name: expect.stringMatching(/^\d+@/u), role: 'service', build_id: null, is_current: true, lacks: [] },
    ])
  const since = new Date('2026-11-24T00:00:00Z').toISOString()
  await service.query(
    `insert into processes (id, name, role, version, build_id, queues, lacks, started_at)
     values ('sick', '7@studio', 'worker', '1.2.3', 'blue', '{speech}', $1, $2)`,
    [JSON.stringify([{ need: 'disk', why: 'only 0 MB are free', seconds: 90 }]), since],
  )
  await expect.poll(processes, PATIENTLY).toContainEqual({
    id: 'sick',
    name: '7@studio',
    role: 'worker',
    version: '1.2.3',
    build_id: 'blue',
    // New work is begun by workers that are of no release.
    is_current: false,
    queues: ['speech'],
    lacks: [{ need: 'disk', why: 'only 0 MB are free', since: expect.any(String) }],
    started_at: since,
  })
  await service.query(`update processes set seen_at = seen_at - interval '1 minute' where id = 'sick'`)
  await expect.poll(processes, PATIENTLY).toHaveLength(1)
})

describe('videos at work', () => {
  test('the failing one comes before the older one that is only being made; both lead to their runs', async () => {
    const held = await account.createVideo({ script: 'Hold on.', title: 'Held' })
    const failing = await account.createVideo({ script: 'This cannot be drawn.' })
    const look = async () => (await operator.request('GET', '/operations/videos')).body
    await expect
      .poll(async () => (await look()).unfinished[0], PATIENTLY)
      .toMatchObject({ id: failing.body.id, trouble: 'failing', stage: expect.any(String) })

    const { unfinished, total, runs_are_known } = await look()
    expect({ total, runs_are_known }).toEqual({ total: 2, runs_are_known: true })
    expect(unfinished[0].steps).toContainEqual(
      expect.objectContaining({
        name: 'drawSegment',
        last_failure: 'No space left on device',
        cause: 'disk',
        worker: expect.stringContaining(`${process.pid}@`),
      }),
    )
    expect(unfinished[1]).toMatchObject({
      id: held.body.id,
      account_id: account.accountId,
      account_name: 'Test',
      title: 'Held',
      status: 'rendering',
      trouble: null,
    })
    const run = new RegExp(
      `^${TEMPORAL_UI_URL}/namespaces/${service.namespace}/workflows/video%2F${account.accountId}%2F[^/]+/[0-9a-f-]{36}/history$`,
      'u',
    )
    for (const video of unfinished) expect(video.run_url).toMatch(run)
    expect(JSON.stringify(unfinished)).not.toContain('cannot be drawn')
  })

  test('one that failed is among those of the last day, with the reason, the cause, the step and the worker', async () => {
    const { body } = await account.createVideo({ script: 'Neither can this.' })
    await service.query(`select fail_video($1, $2, 'draw', 'The disk is full.', false, false, 'evt_1')`, [
      account.accountId,
      body.id,
    ])
    await service.query(
      `insert into video_failures (video_id, cause, step, worker, detail)
        values ($1, 'disk', 'drawSegment', '7@studio', 'ENOSPC: no space left')`,
      [body.id],
    )
    const { failed } = (await operator.request('GET', '/operations/videos')).body
    expect(failed).toMatchObject([{ id: body.id, stage: 'draw', failure_reason: 'The disk is full.' }])
    expect(failed[0].failure).toEqual({
      cause: 'disk',
      step: 'drawSegment',
      worker: '7@studio',
      detail: 'ENOSPC: no space left',
    })
    expect(failed[0].run_url).toContain(TEMPORAL_UI_URL)
  })
})

test('the audit recounts the books and names a difference', async () => {
  const plant = (by: number) =>
    service.query('update accounts set used_seconds = used_seconds + $1 where id = $2', [
      by,
      account.accountId,
    ])
  expect((await operator.request('POST', '/operations/audit')).body.differences).toEqual([])
  await plant(7)
  const { body } = await operator.request('POST', '/operations/audit')
  expect(body.differences).toEqual([
    {
      account_id: account.accountId,
      video_id: null,
      rule: 'used seconds are those charged in this period',
      expected: 0,
      found: 7,
    },
  ])
  expect(body.took_ms).toBeGreaterThanOrEqual(0)
  await plant(-7)
})

test('the configuration is told without a secret', async () => {
  const { body } = await operator.request('GET', '/operations/configuration')
  const topics = new Map(body.data.map((finding: { topic: string }) => [finding.topic, finding]))
  expect(topics.get('Public address')).toMatchObject({ verdict: 'problem', remedy: expect.any(String) })
  expect(topics.get('Webhooks')).toMatchObject({
    verdict: 'advice',
    says: expect.stringContaining('127.0.0.0/8'),
  })
  const text = JSON.stringify(body)
  for (const secret of [service.masterKey.toString('base64'), new URL(service.databaseUrl).password]) {
    if (secret !== '') expect(text).not.toContain(secret)
  }
})
