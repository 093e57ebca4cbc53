import { afterEach, beforeEach, expect, test } from 'vitest'

import { createAdmin } from '../../support/programs/admin.ts'
import type { Admin } from '../../support/programs/admin.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { startProgram } from '../../support/programs/program.ts'
import type { Program } from '../../support/programs/program.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { signedIn } from '../../support/http/signed-in.ts'

/** Without workers for these, a video is not made. */
const SERVED = ['videos', 'speech', 'render', 'assembly', 'webhooks']

/** The server remembers a worker that is gone for a minute and a half. */
const UNTIL_FORGOTTEN = { timeout: 180_000, interval: 1_000 }

let service: TestService
let admin: Admin
let workers: Program[] = []

beforeEach(async () => {
  // The API itself takes no part in making videos, and says so.
  service = await startTestService({ worker: false, config: { taskQueues: ['webhooks'] } })
  admin = createAdmin(service.settings)
})
afterEach(async () => {
  await killWorkers()
  await admin.stop()
  await service.stop()
})

/** Starts a worker. @param buildId of its release; null: it is of none. */
async function startWorker(buildId: string | null): Promise<Program> {
  const worker = startProgram('test/support/service/quick-worker-program.ts', [], {
    ...service.settings,
    ...(buildId !== null && { TEMPORAL_WORKER_BUILD_ID: buildId }),
  })
  workers = [...workers, worker]
  await worker.says('worker started')
  return worker
}

async function killWorkers(): Promise<void> {
  for (const { process } of workers) process.kill('SIGKILL')
  await Promise.all(workers.map(({ ended }) => ended))
  workers = []
}

/** What is said of the workers by whom operators ask: the load balancer's check, and the page of operations. */
async function workersSeen() {
  const { checks } = (await (await fetch(`${service.url}/readyz`)).json()) as { checks: { workers: string } }
  const operator = await signedIn(service, await service.account(), { role: 'member', isOperator: true })
  const queues = (await operator.request('GET', '/operations/queues')).body.data as SeenQueue[]
  const found = (await operator.request('GET', '/operations/processes')).body.data as SeenProcess[]
  return {
    readyz: checks.workers,
    speech: queues.find(({ name }) => name === 'speech')?.workers.map(({ is_current }) => is_current),
    processes: found.filter(({ queues: its }) => its.includes('speech')).map(({ is_current }) => is_current),
  }
}

interface SeenQueue {
  readonly name: string
  readonly workers: readonly { readonly is_current: boolean }[]
}

interface SeenProcess {
  readonly queues: readonly string[]
  readonly is_current: boolean
}

/** A video is accepted and ready: somebody begins new work. */
async function makeVideo(): Promise<void> {
  const account = await service.account()
  const create = async () => (await account.createVideo({ idempotency_key: 'one' })).status
  await expect.poll(create, PATIENTLY).toBe(202)
  await account.untilStatus((await account.createVideo({ idempotency_key: 'one' })).body.id, 'ready')
}

/** Videos that are asked for before each change, and that nobody waits for until the end. */
async function streamOfVideos() {
  const account = await service.account('scale')
  let asked = 0
  return {
    async ask(count: number): Promise<void> {
      for (const last = asked + count; asked < last; asked += 1) {
        const answer = await account.createVideo({ queue: true, idempotency_key: `${asked}` })
        expect(answer.status).toBe(202)
      }
    },
    async expectAllReady(): Promise<void> {
      const text = `select status, count(*)::int, min(charged_seconds) > 0 as charged
        from videos where account_id = $1 group by status`
      const ends = () => service.query(text, [account.accountId])
      await expect.poll(ends, UNTIL_FORGOTTEN).toEqual([{ status: 'ready', count: asked, charged: true }])
      expect(await service.app.audit()).toEqual([])
    },
  }
}

interface StatusRow {
  readonly build_id: string
  readonly current: string
  readonly drained: string | null
  readonly queues: string
}

/** Asks again where a busy server has not answered within the ten seconds of a call. */
async function status(): Promise<StatusRow[]> {
  let rows = ''
  const ask = async () => {
    const answer = await admin.say('release', 'status', '--json')
    rows = answer.stdout
    return answer
  }
  await expect.poll(ask, PATIENTLY).toMatchObject({ code: 0 })
  return JSON.parse(rows) as StatusRow[]
}

async function current(): Promise<string[]> {
  return (await status()).filter((row) => row.current === 'yes').map((row) => row.build_id)
}

async function statusOf(buildId: string): Promise<StatusRow | undefined> {
  return (await status()).find((row) => row.build_id === buildId)
}

/** Asks for a change that has to be refused. @returns what is said. */
async function refusalOf(...command: string[]): Promise<string> {
  const { code, stderr } = await admin.say('release', ...command)
  expect(code, stderr).toBe(1)
  return stderr
}

test('releases come and go by commands that wait for what they need and never leave creations unanswered', async () => {
  const others = await streamOfVideos()
  await startWorker(null)
  await others.ask(4)
  await makeVideo()

  // Right after its start, the server has not seen it at every queue.
  await others.ask(4)
  await startWorker('one')
  expect(await admin.say('release', 'promote', '--build-id', 'one')).toMatchObject({ code: 0 })
  expect(await current()).toEqual(['one'])
  await makeVideo()

  const early = await admin.say('release', 'promote', '--build-id', 'two', '--wait', '0')
  expect(early).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('release two do not serve videos, speech'),
  })
  expect(await current()).toEqual(['one'])

  await others.ask(4)
  await startWorker('two')
  expect(await admin.say('release', 'promote', '--build-id', 'two')).toMatchObject({ code: 0 })
  expect(await current()).toEqual(['two'])
  await makeVideo()

  await others.ask(4)
  const back = await admin.say('release', 'rollback')
  expect(back).toMatchObject({ code: 0, stdout: 'Release one begins new work again.\n' })
  expect(await current()).toEqual(['one'])
  await makeVideo()

  await others.ask(4)
  expect(await admin.say('release', 'unversioned')).toMatchObject({ code: 0 })
  expect(await current()).toEqual([])
  await makeVideo()
  await others.expectAllReady()
})

test('workers of a release count as workers from the moment in which it is promoted', async () => {
  await startWorker('one')
  await expect.poll(workersSeen, PATIENTLY).toEqual({
    readyz:
      'not ready: no release is promoted, and no worker without one serves videos, speech, render, assembly',
    speech: [false],
    processes: [false],
  })

  expect(await admin.say('release', 'promote', '--build-id', 'one')).toMatchObject({ code: 0 })
  await expect.poll(workersSeen, PATIENTLY).toEqual({ readyz: 'ready', speech: [true], processes: [true] })
  await makeVideo()
})

test('going back is refused without an earlier release, without its workers, and without workers of no release', async () => {
  const one = await startWorker('one')
  expect(await admin.say('release', 'promote', '--build-id', 'one')).toMatchObject({ code: 0 })
  expect(await refusalOf('rollback')).toContain('No release was current before.')
  expect(await current()).toEqual(['one'])
  expect(await refusalOf('unversioned', '--wait', '0')).toContain(
    'Workers without TEMPORAL_WORKER_BUILD_ID do not serve videos, speech',
  )
  expect(await current()).toEqual(['one'])
  expect((await statusOf('one'))?.queues.split(',')).toEqual(expect.arrayContaining(SERVED))

  await startWorker('two')
  expect(await admin.say('release', 'promote', '--build-id', 'two')).toMatchObject({ code: 0 })
  one.process.kill('SIGTERM')
  await one.ended
  await expect.poll(async () => (await statusOf('one'))?.queues, UNTIL_FORGOTTEN).toBe('')
  expect(await refusalOf('rollback', '--wait', '0')).toContain('Workers of release one do not serve videos')
  expect(await current()).toEqual(['two'])
  await makeVideo()

  // The server looks at what a release began only now and again: whether something of it is left, it says by itself.
  expect(await statusOf('one')).toMatchObject({
    current: 'no',
    drained: expect.stringMatching(/^(?:yes|no)$/u),
  })
  expect(await statusOf('two')).toMatchObject({ current: 'yes', drained: null })
}, 420_000)
