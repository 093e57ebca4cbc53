import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { StatusView } from '../../../src/api/status.ts'
import { expectProblem } from '../../support/http/expect-problem.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { signedIn } from '../../support/http/signed-in.ts'

let service: TestService

beforeAll(async () => {
  // The studio is elsewhere: what its workers say of themselves is what the tests note.
  service = await startTestService({ config: { taskQueues: ['videos', 'webhooks'] } })
})
beforeEach(() => service.query(`delete from processes where role = 'worker'`))
afterAll(() => service.stop())

/** Notes what a studio worker tells of itself. @param lackingFor how long its disk has been full; null: it is not. */
async function note(id: string, lackingFor: string | null, buildId: string | null = null): Promise<void> {
  await service.query(
    `insert into processes (id, name, role, version, build_id, queues, lacks, started_at)
     values ($1, $1 || '@studio', 'worker', '0.1.0', $3, '{speech,render,assembly}',
       case when $2::interval is null then '[]' else jsonb_build_array(jsonb_build_object(
         'need', 'disk', 'why', 'only 0 MB are free', 'seconds', extract(epoch from $2::interval))) end,
       clock_timestamp())
     on conflict (id) do update set lacks = excluded.lacks, seen_at = clock_timestamp()`,
    [id, lackingFor, buildId],
  )
}

async function workersAreReady(): Promise<unknown> {
  const { checks } = (await (await fetch(`${service.url}/readyz`)).json()) as { checks: { workers: string } }
  return checks.workers
}

/** What operators see of the workers. */
async function workersFound(): Promise<unknown> {
  const operator = await signedIn(service, await service.account(), { role: 'member', isOperator: true })
  const { body } = await operator.request('GET', '/operations/configuration')
  return body.data.find(({ topic }: { topic: string }) => topic === 'Workers')?.says
}

const refusals = () => service.logLines.filter((line) => line.includes('creations are refused'))

describe('when no worker has been able to make a video for a minute', () => {
  test('creations are refused, nothing is charged, and the log says why; they are accepted when one is', async () => {
    const account = await service.account('scale')
    const known = { 'Idempotency-Key': 'known' }
    expect((await account.createVideo({}, known)).status).toBe(202)
    await note('one', '2 minutes')
    await note('two', '61 seconds')
    await expect.poll(workersAreReady, PATIENTLY).toBe('not ready: no video can be made')

    const before = (await account.request('GET', '/me')).body
    const refused = await account.askForVideo()
    expectProblem(refused, 'service_unavailable')
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect((await account.request('GET', '/me')).body).toEqual(before)
    expect(refusals().join('')).toContain('one@studio lacks disk (only 0 MB are free)')
    const customersSee = async () =>
      ((await (await fetch(`${service.url}/status`)).json()) as StatusView).parts
    await expect
      .poll(customersSee, PATIENTLY)
      .toContainEqual(expect.objectContaining({ id: 'creation', status: 'unavailable' }))
    // What was accepted before is still told.
    expect((await account.createVideo({}, known)).status).toBe(202)

    await note('two', null)
    await expect.poll(async () => (await account.createVideo()).status, PATIENTLY).toBe(202)
  })

  test('a worker of another release, however well, makes none of those that come', async () => {
    await note('one', '2 minutes')
    await note('former', null, 'former')
    await expect.poll(workersAreReady, PATIENTLY).toBe('not ready: no video can be made')
    await note('one', null)
    await expect.poll(workersAreReady, PATIENTLY).toBe('ready')
  })

  test('a worker that has only just paused refuses nobody', async () => {
    await note('one', '10 seconds')
    const account = await service.account('scale')
    await expect.poll(workersAreReady, PATIENTLY).toBe('ready')
    expect((await account.createVideo()).status).toBe(202)
  })
})

describe('when no worker has told of itself at a queue that every video goes through', () => {
  test('readiness and the page of operators say so, and creations are accepted as before', async () => {
    const missed = 'no worker has told of itself at speech, render, assembly'
    await expect.poll(workersAreReady, PATIENTLY).toBe(`not ready: ${missed}`)
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
    expect(await workersFound()).toBe(`New videos are not made: ${missed}.`)
    const account = await service.account('scale')
    expect((await account.createVideo()).status).toBe(202)

    await note('one', null)
    await expect.poll(workersAreReady, PATIENTLY).toBe('ready')
    expect(await workersFound()).toBeUndefined()
  })
})
