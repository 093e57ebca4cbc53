import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'

import { Client, Connection } from '@temporalio/client'
import type { WorkflowHandle } from '@temporalio/client'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'

/** About 13 seconds of speech: four segments. */
const SCRIPT = Array.from({ length: 4 }, () => 'The quick brown fox jumps over the lazy dog again.').join(' ')

/** In the server's own numbering. */
const PENDING_ACTIVITY_STARTED = 2

let service: TestService
const workers: ChildProcess[] = []

beforeAll(async () => {
  service = await startTestService({ worker: false })
})
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGTERM')
  await Promise.all(workers.map(ended))
  await service.stop()
})

/** A worker process as in production, with one core's worth of studio. */
function spawnWorker(): ChildProcess {
  const worker = spawn(process.execPath, ['--import', 'tsx', 'src/worker.ts'], {
    env: {
      ...process.env,
      DATABASE_URL: service.databaseUrl,
      TEMPORAL_ADDRESS: service.temporalAddress,
      TEMPORAL_NAMESPACE: service.namespace,
      DATA_DIR: service.dataDir,
      MASTER_KEY: service.masterKey.toString('base64'),
      PUBLIC_URL: service.url,
      STUDIO_PROCESSES: '1',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  workers.push(worker)
  return worker
}

function ended(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => worker.once('exit', () => resolve()))
}

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
  const drawn = new Set(
    events
      ?.filter((event) => event.activityTaskScheduledEventAttributes?.activityType?.name === 'drawSegment')
      .map((event) => String(event.eventId)),
  )
  return (events ?? [])
    .map((event) => event.activityTaskStartedEventAttributes)
    .filter((started) => started && drawn.has(String(started.scheduledEventId)))
    .map((started) => Number(started!.attempt))
}

test('a worker killed while drawing loses one segment, which another draws again; one charge', async () => {
  const account = await service.account('starter')
  const killed = spawnWorker()
  // Until the worker is up the answer is 503, which a client may repeat with the same key.
  const create = () => account.createVideo({ script: SCRIPT }, { 'Idempotency-Key': 'fox' })
  await expect.poll(async () => (await create()).status, { timeout: 240_000, interval: 500 }).toBe(202)
  const { id } = (await create()).body
  const workflowId = `video/${account.accountId}/key/fox`
  await expect
    .poll(() => lookAt(workflowId, pendingSegments), { timeout: 120_000, interval: 100 })
    .toMatchObject({ drawing: 1, waiting: 2 })

  killed.kill('SIGKILL')
  await ended(killed)
  spawnWorker()

  await expect
    .poll(async () => (await account.request('GET', `/videos/${id}`)).body.status, {
      timeout: 240_000,
      interval: 500,
    })
    .toBe('ready')
  const attempts = await lookAt(workflowId, attemptsBySegment)
  expect(attempts.toSorted((a, b) => a - b)).toEqual([1, 1, 1, 2])

  const movements = await service.query<{ kind: string; count: number }>(
    'select kind, count(*)::integer from ledger where video_id = $1 group by kind order by kind',
    [id],
  )
  expect(movements).toEqual([
    { kind: 'reserve', count: 1 },
    { kind: 'settle', count: 1 },
  ])
})
