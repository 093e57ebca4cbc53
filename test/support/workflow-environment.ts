import { TestWorkflowEnvironment } from '@temporalio/testing'
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker'
import { inject } from 'vitest'

import type { Activities } from '../../src/activities/index.ts'
import { bundleWorkflows } from '../../src/workflow-bundle.ts'
import {
  RENDER_QUEUE,
  SEARCH_ATTRIBUTES,
  SPEECH_QUEUE,
  VIDEOS_QUEUE,
  WEBHOOKS_QUEUE,
} from '../../src/workflows/contract.ts'

/** A Temporal server whose waiting is skipped, and our workflows on it. */
export interface WorkflowEnvironment {
  readonly server: TestWorkflowEnvironment
  /** Does `work` while the queues, all unless told otherwise, are served with these activities. */
  serving<Result>(
    activities: Partial<Activities>,
    work: () => Promise<Result>,
    queues?: readonly string[],
  ): Promise<Result>
  close(): Promise<void>
}

const ALL_QUEUES = [VIDEOS_QUEUE, SPEECH_QUEUE, RENDER_QUEUE, WEBHOOKS_QUEUE]

/** Keyword, in the operator service's own numbering. */
const KEYWORD = 2

/** Starts the server and bundles the workflows: once for each file of tests. */
export async function startWorkflowEnvironment(): Promise<WorkflowEnvironment> {
  // Starts, stops and failing activities are what these tests are about, not news.
  Runtime.install({ logger: new DefaultLogger('ERROR'), telemetryOptions: { logging: { filter: 'ERROR' } } })
  const executable = { type: 'existing-path' as const, path: inject('timeSkippingServer') }
  const server = await TestWorkflowEnvironment.createTimeSkipping({ server: { executable } })
  await server.connection.operatorService.addSearchAttributes({
    namespace: 'default',
    searchAttributes: Object.fromEntries(Object.values(SEARCH_ATTRIBUTES).map(({ name }) => [name, KEYWORD])),
  })
  const workflowBundle = await bundleWorkflows()

  return {
    server,
    async serving(activities, work, queues = ALL_QUEUES) {
      const workers = await Promise.all(
        queues.map((taskQueue) =>
          Worker.create({ connection: server.nativeConnection, taskQueue, workflowBundle, activities }),
        ),
      )
      const running = Promise.all(workers.map((worker) => worker.run()))
      try {
        return await work()
      } finally {
        for (const worker of workers) worker.shutdown()
        await running
      }
    },
    close: () => server.teardown(),
  }
}
