import { randomUUID } from 'node:crypto'

import { Client, Connection, WorkflowFailedError } from '@temporalio/client'
import type { WorkflowHandle } from '@temporalio/client'
import { ActivityFailure, ApplicationFailure } from '@temporalio/common'
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Worker } from '@temporalio/worker'

import { compiledFile } from '../process/compiled-file.ts'
import { Heartbeat } from '../renderers/contract.ts'
import type { DrawSegment } from '../renderers/contract.ts'

/** Sends jobs to the renderer that serves a queue. */
export interface Trial {
  /** What the renderer reports. @throws with what became of it, when it reports nothing. */
  draw(job: DrawSegment): Promise<unknown>
  /** The name of the error that the renderer refuses a job with, and whether it says that no retry helps. */
  refusal(job: DrawSegment): Promise<{ type: string; nonRetryable: boolean }>
  /** Sends a job that is not waited for. */
  start(job: DrawSegment): Promise<RunningJob>
  close(): Promise<void>
}

/** A job that the renderer is working on. */
export interface RunningJob {
  /** The details of its last heartbeat; null before the first, or when they are not as the contract says. */
  heartbeat(): Promise<Heartbeat | null>
  cancel(): Promise<void>
  /** Resolves when it has ended, whatever came of it. */
  ended(): Promise<void>
}

/** Which renderer is tried, and where. */
export interface TrialOptions {
  /** Host and port of the Temporal server. */
  readonly address: string
  readonly namespace: string
  readonly queue: string
}

/** Connects to Temporal and makes ready to send jobs. @throws when it cannot be reached. */
export async function startTrial({ address, namespace, queue }: TrialOptions): Promise<Trial> {
  const ownQueue = `conformance-${randomUUID()}`
  const client = new Client({ connection: await Connection.connect({ address }), namespace })
  const connection = await NativeConnection.connect({ address })
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue: ownQueue,
    workflowBundle: await bundleWorkflowCode({
      workflowsPath: compiledFile(new URL('./workflow.ts', import.meta.url)),
      logger: new DefaultLogger('ERROR'),
    }),
  })
  const running = worker.run()
  const begin = (job: DrawSegment): Promise<WorkflowHandle> =>
    client.workflow.start('tryJob', {
      taskQueue: ownQueue,
      workflowId: `conformance/${randomUUID()}`,
      args: [{ queue, job }],
    })
  return {
    async draw(job) {
      const handle = await begin(job)
      return handle.result().catch((error: unknown) => {
        throw new Error(`The renderer could not draw: ${causeOf(error).message}`, { cause: error })
      })
    },
    async refusal(job) {
      const handle = await begin(job)
      const error = await handle.result().then(() => new Error('It was drawn, not refused'), causeOf)
      if (!(error instanceof ApplicationFailure)) throw error
      return { type: error.type ?? '', nonRetryable: error.nonRetryable === true }
    },
    async start(job) {
      const handle = await begin(job)
      return {
        heartbeat: () => lastHeartbeat(handle),
        cancel: async () => void (await handle.cancel()),
        ended: () =>
          handle.result().then(
            () => undefined,
            () => undefined,
          ),
      }
    },
    async close() {
      worker.shutdown()
      await running
      await connection.close()
      await client.connection.close()
    },
  }
}

/** What the renderer itself said, below what Temporal wrapped around it. */
function causeOf(error: unknown): Error {
  const failed = error instanceof WorkflowFailedError ? error.cause : error
  const cause = failed instanceof ActivityFailure ? failed.cause : failed
  return cause instanceof Error ? cause : new Error(String(cause))
}

async function lastHeartbeat(handle: WorkflowHandle): Promise<Heartbeat | null> {
  const { raw } = await handle.describe()
  const [details] = raw.pendingActivities?.[0]?.heartbeatDetails?.payloads ?? []
  if (!details?.data) return null
  return Heartbeat.safeParse(JSON.parse(Buffer.from(details.data).toString('utf8'))).data ?? null
}
