import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client'
import type { Client, WorkflowHandle } from '@temporalio/client'
import { TypedSearchAttributes } from '@temporalio/common'

import { runBatchId } from '../domain/video/workflow-id.ts'
import type { BatchWorkflows } from '../ports/batch/batch-workflows.ts'
import { RUN_BATCH, SEARCH_ATTRIBUTES, videoEndedSignal, WEBHOOKS_QUEUE } from '../workflows/contract.ts'

/** A client waits for the answer, and a run that could not be started or told is found by housekeeping, or finds out. */
const DEADLINE_MS = 5_000

/** Starts the workflows of batches, and tells them what happens. */
export function batchWorkflows(client: Client): BatchWorkflows {
  return {
    async startBatch(batch) {
      const { accountId, batchId } = batch
      try {
        await within(client, () =>
          client.workflow.start(RUN_BATCH, {
            workflowId: runBatchId(batchId),
            // It may go on for days, in the same steps in every release: on this queue a run moves to the newest.
            taskQueue: WEBHOOKS_QUEUE,
            args: [batch],
            staticSummary: batchId,
            priority: { fairnessKey: accountId },
            typedSearchAttributes: new TypedSearchAttributes([
              { key: SEARCH_ATTRIBUTES.accountId, value: accountId },
            ]),
          }),
        )
      } catch (error) {
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
      }
    },
    tellBatch: (batchId) => tell(client, batchId, (run) => run.signal(videoEndedSignal)),
    cancelBatch: (batchId) => tell(client, batchId, (run) => run.cancel()),
  }
}

async function tell(
  client: Client,
  batchId: string,
  how: (run: WorkflowHandle) => Promise<unknown>,
): Promise<void> {
  try {
    await within(client, () => how(client.workflow.getHandle(runBatchId(batchId))))
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error
  }
}

function within<Result>(client: Client, call: () => Promise<Result>): Promise<Result> {
  return client.withDeadline(Date.now() + DEADLINE_MS, call)
}
