import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'

import { PATIENTLY } from '../../support/patiently.ts'
import { startProgram } from '../../support/program.ts'
import type { Program } from '../../support/program.ts'
import { heldStudio } from '../../support/held-studio.ts'
import { startTestService } from '../../support/service.ts'
import type { TestService } from '../../support/service.ts'
import { startTcpProxy } from '../../support/tcp-proxy.ts'
import type { TcpProxy } from '../../support/tcp-proxy.ts'

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
    WORKER_SHUTDOWN_GRACE_SECONDS: '1',
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
  // Nothing but lines of the log.
  const lines = worker.output().split('\n').filter(Boolean)
  for (const line of lines) expect(() => JSON.parse(line) as unknown, line).not.toThrow()
})

test('an API process that starts before its database waits for it, in words', async () => {
  postgres.breakOff()
  const api = start('src/server.ts')
  await api.says('waiting for the database')
  postgres.mend()
  await api.says('API listening')
})

describe('a process that is asked to stop ends within its time', () => {
  test.each(['src/worker.ts', 'src/server.ts'])('%s, which still waits for its database', async (entry) => {
    postgres.breakOff()
    const waiting = start(entry)
    await waiting.says('waiting for the database')
    waiting.process.kill('SIGTERM')
    expect(await waiting.ended).toBe(0)
  })

  test.each([
    ['src/server.ts', 'API listening'],
    ['src/worker.ts', 'worker started'],
    ['src/main.ts', 'Press Ctrl-C to stop'],
  ])('%s, whose servers all went silent', async (entry, ready) => {
    const running = start(entry, { TASK_QUEUES: 'videos,webhooks' })
    await running.says(ready)
    for (const server of [postgres, temporal]) server.goSilent()
    running.process.kill('SIGTERM')
    // In whatever way: whoever looks after it has to end nothing.
    expect([0, 1]).toContain(await running.ended)
  })
})

test('the run of a worker that is cut from its database goes to another, and the worker ends when asked to', async () => {
  const cut = start('test/support/quick-worker-program.ts', { TASK_QUEUES: 'videos,webhooks' })
  await cut.says('worker started')
  const account = await service.account()
  studio.hold()
  const create = async () => (await account.createVideo({}, { 'Idempotency-Key': 'cut' })).status
  await expect.poll(create, PATIENTLY).toBe(202)
  postgres.breakOff()
  const healthy = startProgram('test/support/quick-worker-program.ts', [], {
    ...service.settings,
    TASK_QUEUES: 'videos,webhooks',
  })
  try {
    await healthy.says('worker started')
    studio.release()
    const id = String((await account.request('GET', '/videos')).body.data[0].id)
    await account.untilStatus(id, 'ready', 120_000)
    await cut.says('the database does not answer: worker paused until it does')
    cut.process.kill('SIGTERM')
    await cut.ended
  } finally {
    healthy.process.kill('SIGKILL')
    await healthy.ended
  }
})
