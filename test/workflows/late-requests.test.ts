import { randomUUID } from 'node:crypto'

import type { PayloadCodec } from '@temporalio/common'
import { Worker } from '@temporalio/worker'
import { expect } from 'vitest'

import { readConfig } from '../../src/config/config.ts'
import { workflowBundle } from '../../src/temporal/workflow-bundle.ts'
import { PRODUCE_VIDEO, VIDEOS_QUEUE } from '../../src/workflows/contract.ts'
import type { ProduceVideoInput } from '../../src/workflows/contract.ts'
import type { produceVideo } from '../../src/workflows/produce-video.ts'
import { serveRecorded, VIDEO } from '../support/temporal/produced-video.ts'
import { failureOf } from '../support/temporal/run-failure.ts'
import { test } from '../support/temporal/skipping-time.ts'
import type { WorkflowEnvironment } from '../support/temporal/workflow-environment.ts'

let environment: WorkflowEnvironment

test.beforeAll(({ workflowEnvironment }) => {
  environment = workflowEnvironment
})

/** A run whose first task comes so late, as when all workers have other things to do. */
function startLate(
  startDelay: '2s' | '6s' | '1h',
  input: ProduceVideoInput = VIDEO,
  taskQueue: string = VIDEOS_QUEUE,
) {
  return environment.server.client.workflow.start<typeof produceVideo>(PRODUCE_VIDEO, {
    workflowId: randomUUID(),
    taskQueue,
    args: [input],
    startDelay,
  })
}

test('a run whose request is too old ends at its first task without asking the database', async () => {
  const recorded = serveRecorded(environment)
  expect(await failureOf(await startLate('6s'))).toMatchObject({ type: 'withdrawn' })
  expect(recorded.names).toEqual([])
})

test('a run whose request is young enough reserves', async () => {
  serveRecorded(environment)
  const handle = await startLate('2s')
  expect(await handle.result()).toMatchObject({ status: 'ready' })
})

test('a video that was accepted before is made however late its new run begins', async () => {
  serveRecorded(environment)
  const handle = await startLate('1h', { ...VIDEO, isAccepted: true })
  expect(await handle.result()).toMatchObject({ status: 'ready' })
})

test('a late run whose first task was lost with its worker asks what became of its reservation', async () => {
  const recorded = serveRecorded(environment)
  const taskQueue = randomUUID()
  const connection = environment.server.nativeConnection
  const bundle = await workflowBundle(readConfig({}).cacheDir, { encodesFailures: false })
  const worker = (dataConverter = {}) =>
    Worker.create({
      connection,
      namespace: environment.namespace,
      taskQueue,
      workflowBundle: bundle,
      activities: recorded.activities,
      dataConverter,
    })
  const handle = await startLate('6s', VIDEO, taskQueue)
  const hasFailed = async () => {
    const { events } = await handle.fetchHistory()
    return events!.some(({ workflowTaskFailedEventAttributes: failed }) => failed)
  }

  const lost = await worker({ payloadCodecs: [UNREADABLE] })
  await lost.runUntil(async () => {
    await environment.server.sleep('6s')
    await expect.poll(hasFailed).toBe(true)
  })
  const next = await worker()

  expect(await next.runUntil(() => handle.result())).toMatchObject({ status: 'ready' })
  expect(recorded.names[0]).toBe('reserveAllowance')
})

/** What a worker cannot read, it cannot do. */
const UNREADABLE: PayloadCodec = {
  encode: (payloads) => Promise.resolve(payloads),
  decode: () => Promise.reject(new Error('unreadable')),
}
