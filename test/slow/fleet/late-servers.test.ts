import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'

import { PATIENTLY } from '../../support/run/patiently.ts'
import { startProgram } from '../../support/programs/program.ts'
import type { Program } from '../../support/programs/program.ts'
import { heldStudio } from '../../support/service/held-studio.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { startTcpProxy } from '../../support/http/tcp-proxy.ts'
import type { TcpProxy } from '../../support/http/tcp-proxy.ts'

let service: TestService
let postgres: TcpProxy
let temporal: TcpProxy
let folder: string
let program: Program | undefined

const studio = heldStudio()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'late-servers-'))
  // Runs and their steps at the database are those of the programs under test.
  service = await startTestService({ studio, config: { taskQueues: ['speech', 'render', 'assembly'] } })
})
beforeEach(async () => {
  postgres = await startTcpProxy(new URL(inject('postgresUrl')).host)
  temporal = await startTcpProxy(inject('temporalAddress'))
})
afterEach(async () => {
  program?.process.kill('SIGKILL')
  await program?.ended
  await postgres.stop()
  await temporal.stop()
})
afterAll(async () => {
  studio.release()
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

const GRACE_SECONDS = 1

/** Asks a program to stop, which then ends by itself, whatever is away. @returns its exit code. */
async function stop({ process, ended }: Program): Promise<number | string> {
  process.kill('SIGTERM')
  return ended
}

/** Starts a program of production that reaches its servers by the proxies. */
function start(entry: string, env: Readonly<Record<string, string>> = {}): Program {
  const databaseUrl = Object.assign(new URL(service.databaseUrl), { host: postgres.address }).href
  program = startProgram(entry, [], {
    ...service.settings,
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: temporal.address,
    DATA_DIR: folder,
    STUDIO_PROCESSES: '1',
    PORT: '0',
    SHUTDOWN_DELAY_SECONDS: '0',
    WORKER_SHUTDOWN_GRACE_SECONDS: String(GRACE_SECONDS),
    ...env,
  })
  return program
}

test('a worker that starts before its servers waits for each of them, in words', async () => {
  postgres.breakOff()
  temporal.breakOff()
  const worker = start('src/worker.ts', { TASK_QUEUES: 'webhooks' })
  await worker.says('waiting for the database')
  expect(worker.output()).toContain(`PostgreSQL at ${postgres.address}`)
  postgres.mend()
  await worker.says('waiting for Temporal (TEMPORAL_ADDRESS)')
  temporal.mend()
  await worker.says('worker started')
  // Nothing but lines of the log, once the sources have been compiled.
  const lines = worker.output().slice(worker.output().indexOf('{')).split('\n').filter(Boolean)
  for (const line of lines) expect(() => JSON.parse(line) as unknown, line).not.toThrow()
})

test('an API process that starts before its database waits for it, in words', async () => {
  postgres.breakOff()
  const api = start('src/server.ts')
  await api.says('waiting for the database')
  postgres.mend()
  await api.says('API listening')
})

describe('a process that is asked to stop ends by itself', () => {
  test.each(['src/worker.ts', 'src/server.ts'])('%s, which still waits for its database', async (entry) => {
    postgres.breakOff()
    const waiting = start(entry)
    await waiting.says('waiting for the database')
    expect(await stop(waiting)).toBe(0)
    expect(waiting.output()).toMatch(/asked to stop[\s\S]*stopped"/u)
  })

  test.each([
    ['src/server.ts', 'API listening'],
    ['src/worker.ts', 'worker started'],
    ['src/main.ts', 'Press Ctrl-C to stop'],
  ])('%s, whose servers all went silent', async (entry, ready) => {
    const running = start(entry, { TASK_QUEUES: 'videos,webhooks' })
    await running.says(ready)
    for (const server of [postgres, temporal]) server.goSilent()
    // In whatever way: whoever looks after it has to end nothing.
    expect([0, 1]).toContain(await stop(running))
  })
})

describe('a worker that is cut from its database', () => {
  const QUICK = 'test/support/service/quick-worker-program.ts'
  const ALL_QUEUES = 'videos,speech,render,assembly,webhooks'

  /** Asks for a video until a worker is there to decide about it. @returns its id. */
  async function createVideo(account: Awaited<ReturnType<TestService['account']>>): Promise<string> {
    const create = async () => (await account.createVideo({}, { 'Idempotency-Key': 'cut' })).status
    await expect.poll(create, PATIENTLY).toBe(202)
    return String((await account.request('GET', '/videos')).body.data[0].id)
  }

  /** Starts another worker, which nothing is wrong with, for as long as something is done. */
  async function besideHealthy(queues: string, work: () => Promise<void>): Promise<void> {
    const healthy = startProgram(QUICK, [], { ...service.settings, TASK_QUEUES: queues })
    try {
      await healthy.says('worker started')
      await work()
    } finally {
      healthy.process.kill('SIGKILL')
      await healthy.ended
    }
  }

  test('leaves its runs to others, and ends when it is asked to', async () => {
    const cut = start(QUICK, { TASK_QUEUES: 'videos,webhooks' })
    await cut.says('worker started')
    const account = await service.account()
    studio.hold()
    const id = await createVideo(account)
    postgres.breakOff()
    await besideHealthy('videos,webhooks', async () => {
      studio.release()
      await account.untilStatus(id, 'ready', 120_000)
      await cut.says('the database does not answer: worker paused until it does')
      expect(await stop(cut)).toBe(0)
    })
  })

  test('ends when it is asked to amid a step, which others do', async () => {
    await service.stopWorker()
    try {
      const cut = start(QUICK, { TASK_QUEUES: ALL_QUEUES, SPEAKING_HANGS: 'yes' })
      await cut.says('worker started')
      const account = await service.account()
      const id = await createVideo(account)
      await cut.says('speaks until it is cancelled')
      postgres.breakOff()
      // In whatever way: what it has begun is done elsewhere.
      expect([0, 1]).toContain(await stop(cut))
      await besideHealthy(ALL_QUEUES, () => account.untilStatus(id, 'ready', 120_000).then(() => undefined))
    } finally {
      await service.startWorker()
    }
  })
})
