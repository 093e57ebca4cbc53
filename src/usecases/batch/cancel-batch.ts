import type { BatchKey } from '../../domain/batch/batch.ts'
import type { Batches } from '../../ports/batch/batches.ts'
import type { BatchWorkflows } from '../../ports/batch/batch-workflows.ts'
import type { Log } from '../../ports/process/log.ts'
import type { NewId } from '../../ports/process/new-id.ts'
import type { Orchestrator } from '../../ports/video/orchestrator.ts'

/** Stores and workflows for cancelling a batch. */
export interface CancelBatchPorts {
  readonly batches: Pick<Batches, 'cancel'>
  readonly batchWorkflows: Pick<BatchWorkflows, 'cancelBatch'>
  readonly orchestrator: Pick<Orchestrator, 'cancelVideo'>
  readonly newId: NewId
  readonly log: Log
}

/** Cancels what has not ended of a batch. Safe to repeat; a batch that has ended stays as it is. */
export type CancelBatch = (batch: BatchKey) => Promise<void>

/**
 * Builds the use case. The database decides, in one transaction: nothing of the batch starts after it, and what its unfinished
 * videos held is back. Its run and theirs are told afterwards; one that cannot be told finds out by itself.
 */
export function makeCancelBatch(ports: CancelBatchPorts): CancelBatch {
  const { batches, batchWorkflows, orchestrator, newId, log } = ports
  return async (batch) => {
    const workflowIds = await batches.cancel(batch, newId('evt'))
    const told = await Promise.allSettled([
      batchWorkflows.cancelBatch(batch.batchId),
      ...workflowIds.map((workflowId) => orchestrator.cancelVideo(workflowId)),
    ])
    const untold = told.filter(({ status }) => status === 'rejected').length
    if (untold > 0) {
      log.warn(
        { ...batch, untold },
        'workflows of a cancelled batch could not be told; they end at their next step',
      )
    }
  }
}
