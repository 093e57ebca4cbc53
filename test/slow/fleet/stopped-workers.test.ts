import { Client, Connection } from '@temporalio/client'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { workerStopped } from '../../support/temporal/bad-luck.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { startWorkerProcess } from '../../support/service/worker-process.ts'
import type { WorkerProcess } from '../../support/service/worker-process.ts'

/** About 13 seconds of speech: four segments. */
const SCRIPT = Array.from({ length: 4 }, () => 'The quick brown fox jumps over the lazy dog again.').join(' ')
const VIDEOS = 4

/** Each worker is stopped so many times. */
const ROUNDS = 2

/** Nothing that is under way is finished: each stop cuts something off. */
const AT_ONCE = { WORKER_SHUTDOWN_GRACE_SECONDS: '0' }

const PATIENCE = { timeout: 280_000, interval: 500 }

let service: TestService
let workers: WorkerProcess[] = []

beforeAll(async () => {
  service = await startTestService({ worker: false })
  workers = [startWorkerProcess(service, AT_ONCE), startWorkerProcess(service, AT_ONCE)]
})
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()))
  await service.stop()
})

/** The sum of the videos' progress, and how many are not ready. */
async function look(): Promise<{ progress: number; unfinished: number }> {
  const [seen] = await service.query<{ progress: number; unfinished: number }>(
    `select sum(progress)::integer as progress, count(*) filter (where status <> 'ready')::integer as unfinished
     from videos`,
  )
  return seen!
}

/** Steps of these runs that ended because their worker was asked to stop. */
async function cutOff(workflowIds: readonly string[]): Promise<number> {
  const connection = await Connection.connect({ address: service.temporalAddress })
  const { workflow } = new Client({ connection, namespace: service.namespace })
  const histories = await Promise.all(workflowIds.map((id) => workflow.getHandle(id).fetchHistory()))
  await connection.close()
  const failures = histories
    .flatMap(({ events }) => events ?? [])
    .map((event) => event.activityTaskFailedEventAttributes?.failure?.applicationFailureInfo?.type)
  return failures.filter((type) => type === workerStopped().type).length
}

test('no video fails although every worker is stopped again and again, and one is killed; each is charged once', async () => {
  const account = await service.account('growth')
  const create = (key: number) => account.createVideo({ script: SCRIPT }, { 'Idempotency-Key': `fox-${key}` })
  for (let key = 0; key < VIDEOS; key += 1) {
    // Until the workers are up the answer is 503, which a client may repeat with the same key.
    await expect.poll(async () => (await create(key)).status, PATIENCE).toBe(202)
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, worker] of workers.entries()) {
      const before = await look()
      if (before.unfinished === 0) break
      await expect.poll(async () => (await look()).progress, PATIENCE).toBeGreaterThan(before.progress)
      await (round === 1 && index === 0 ? worker.kill() : worker.stop())
      workers[index] = startWorkerProcess(service, AT_ONCE)
    }
  }
  await expect.poll(async () => (await look()).unfinished, PATIENCE).toBe(0)
  const keys = Array.from({ length: VIDEOS }, (_, key) => `video/${account.accountId}/key/fox-${key}`)
  expect(await cutOff(keys)).toBeGreaterThan(0)
  const movements = await service.query<{ kind: string; count: number }>(
    'select kind, count(*)::integer from ledger where video_id is not null group by kind order by kind',
  )
  expect(movements).toEqual([
    { kind: 'reserve', count: VIDEOS },
    { kind: 'settle', count: VIDEOS },
  ])
})
