import { randomUUID } from 'node:crypto'

import { TestWorkflowEnvironment } from '@temporalio/testing'
import { Worker } from '@temporalio/worker'

import type { Activities } from '../../../src/activities/index.ts'
import type { OutsideRenderer } from '../../../src/activities/picture/outside-render.ts'
import { readConfig } from '../../../src/config/config.ts'
import { createLog } from '../../../src/process/log.ts'
import { DRAW_SEGMENT } from '../../../src/renderers/contract.ts'
import { logRuntimeTo } from '../../../src/temporal/telemetry/runtime.ts'
import { workflowBundle as readWorkflowBundle } from '../../../src/temporal/workflow-bundle.ts'
import {
  outsideQueue,
  ASSEMBLY_QUEUE,
  RENDER_QUEUE,
  SEARCH_ATTRIBUTES,
  SPEECH_QUEUE,
  TWINS_QUEUE,
  VIDEOS_QUEUE,
  WEBHOOKS_QUEUE,
} from '../../../src/workflows/contract.ts'
import { recordActivities } from './recorded-activities.ts'

/** A Temporal server whose waiting is skipped, and our workflows served on it. */
export interface WorkflowEnvironment {
  readonly server: TestWorkflowEnvironment
  /** Of its own: a worker of another process that ever asked this server for work would find none. */
  readonly namespace: string
  /** From now on the workflows' activities are these. */
  serve(activities: Activities): void
  close(): Promise<void>
}

/** A renderer that is a worker of its own, and at work. */
export const ELSEWHERE = 'elsewhere'

const QUEUES = [
  VIDEOS_QUEUE,
  SPEECH_QUEUE,
  RENDER_QUEUE,
  ASSEMBLY_QUEUE,
  TWINS_QUEUE,
  WEBHOOKS_QUEUE,
  outsideQueue(ELSEWHERE),
]

const WITH_WORKFLOWS: ReadonlySet<string> = new Set([VIDEOS_QUEUE, WEBHOOKS_QUEUE])

/** Draws at once, and says what a renderer says. */
const drawElsewhere: OutsideRenderer['draw_segment'] = async ({ segment, output_ref }) => ({
  contract: 1,
  index: segment.index,
  ref: output_ref,
  sha256: 'a'.repeat(64),
  bytes: 1,
  frames: segment.end_frame - segment.start_frame,
  codec_config_sha256: 'b'.repeat(64),
  engine_version: 'elsewhere 1',
  timings: { draw_ms: 0, encode_ms: 0 },
})

/** Keyword, in the operator service's own numbering. */
const KEYWORD = 2

/**
 * Starts the server and workers for all queues.
 *
 * @param executable the time-skipping server, `inject('timeSkippingServer')` in a test.
 * @param port of the server. Default: one that is free, unless another process takes it meanwhile.
 */
export async function startWorkflowEnvironment(
  executable: string,
  port?: number,
): Promise<WorkflowEnvironment> {
  // Starts, stops and failing activities are what these tests are about, not news.
  logRuntimeTo(createLog({ level: 'error' }))
  const namespace = randomUUID()
  // The types leave out the client's namespace, as the library's other servers have one only.
  const client: object = { namespace }
  const server = await TestWorkflowEnvironment.createTimeSkipping({
    server: { executable: { type: 'existing-path', path: executable }, ...(port && { port }) },
    client,
  })
  await server.connection.operatorService.addSearchAttributes({
    namespace,
    searchAttributes: Object.fromEntries(Object.values(SEARCH_ATTRIBUTES).map(({ name }) => [name, KEYWORD])),
  })
  const workflowBundle = await readWorkflowBundle(readConfig({}).cacheDir, { encodesFailures: false })

  let served: Activities = recordActivities().activities
  const names = Object.keys(served) as (keyof Activities)[]
  const activities = {
    ...Object.fromEntries(
      names.map((name) => [name, (input: never): Promise<unknown> => served[name](input)]),
    ),
    [DRAW_SEGMENT]: drawElsewhere,
  }
  const workers = await Promise.all(
    QUEUES.map((taskQueue) =>
      Worker.create({
        connection: server.nativeConnection,
        namespace,
        taskQueue,
        // As in the product: each worker with workflows has a thread of its own for them.
        ...(WITH_WORKFLOWS.has(taskQueue) && { workflowBundle }),
        activities,
      }),
    ),
  )
  const running = Promise.all(workers.map((worker) => worker.run()))
  return {
    server,
    namespace,
    serve(next) {
      served = next
    },
    async close() {
      for (const worker of workers) worker.shutdown()
      await running
      await server.teardown()
    },
  }
}
