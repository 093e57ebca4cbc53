import { Client, Connection } from '@temporalio/client'
import { defaultPayloadConverter } from '@temporalio/common'
import type { WorkflowHandle } from '@temporalio/client'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Segment } from '../../src/domain/picture/picture.ts'
import { startTestService } from '../support/service/service.ts'
import type { TestService } from '../support/service/service.ts'
import { startWorkerProcess } from '../support/service/worker-process.ts'
import type { WorkerProcess } from '../support/service/worker-process.ts'

/** About 13 seconds of speech: four segments. */
const SCRIPT = Array.from({ length: 4 }, () => 'The quick brown fox jumps over the lazy dog again.').join(' ')

/** In the server's own numbering. */
const PENDING_ACTIVITY_STARTED = 2

let service: TestService
const workers: WorkerProcess[] = []

beforeAll(async () => {
  service = await startTestService({ worker: false })
})
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  await service.stop()
})

/** What an operator sees of the run that makes the video of a key. */
async function lookAt<Seen>(
  workflowId: string,
  look: (handle: WorkflowHandle) => Promise<Seen>,
): Promise<Seen> {
  const connection = await Connection.connect({ address: service.temporalAddress })
  const client = new Client({ connection, namespace: service.namespace })
  try {
    return await look(client.workflow.getHandle(workflowId))
  } finally {
    await connection.close()
  }
}

/** Segments that wait to be drawn or are being drawn. */
async function pendingSegments(handle: WorkflowHandle): Promise<{ drawing: number; waiting: number }> {
  const { raw } = await handle.describe()
  const segments = (raw.pendingActivities ?? []).filter(
    ({ activityType }) => activityType?.name === 'drawSegment',
  )
  const drawing = segments.filter(({ state }) => state === PENDING_ACTIVITY_STARTED).length
  return { drawing, waiting: segments.length - drawing }
}

/** How often each segment was begun, by the run's own history. */
async function attemptsBySegment(handle: WorkflowHandle): Promise<number[]> {
  const { events } = await handle.fetchHistory()
  const times = new Map<number, number>()
  for (const { activityTaskScheduledEventAttributes: scheduled } of events ?? []) {
    if (scheduled?.activityType?.name !== 'drawSegment') continue
    const { segment } = defaultPayloadConverter.fromPayload<{ segment: Segment }>(
      scheduled.input!.payloads![0]!,
    )
    times.set(segment.index, (times.get(segment.index) ?? 0) + 1)
  }
  return [...times.values()]
}

test('a worker killed while drawing loses one segment, which another draws again; one charge', async () => {
  const account = await service.account('starter')
  const killed = startWorkerProcess(service)
  workers.push(killed)
  // Until the worker is up the answer is 503, which a client may repeat with the same key.
  const create = () => account.createVideo({ script: SCRIPT }, { 'Idempotency-Key': 'fox' })
  await expect.poll(async () => (await create()).status, { timeout: 240_000, interval: 500 }).toBe(202)
  const { id } = (await create()).body
  const workflowId = `video/${account.accountId}/key/fox`
  await expect
    .poll(() => lookAt(workflowId, pendingSegments), { timeout: 120_000, interval: 50 })
    .toMatchObject({ drawing: 1 })

  await killed.kill()
  workers.push(startWorkerProcess(service))

  await expect
    .poll(async () => (await account.request('GET', `/videos/${id}`)).body.status, {
      timeout: 240_000,
      interval: 500,
    })
    .toBe('ready')
  const attempts = await lookAt(workflowId, attemptsBySegment)
  expect(attempts.toSorted((a, b) => a - b)).toEqual([1, 1, 1, 1, 2])

  const movements = await service.query<{ kind: string; count: number }>(
    'select kind, count(*)::integer from ledger where video_id = $1 group by kind order by kind',
    [id],
  )
  expect(movements).toEqual([
    { kind: 'reserve', count: 1 },
    { kind: 'settle', count: 1 },
  ])
})
