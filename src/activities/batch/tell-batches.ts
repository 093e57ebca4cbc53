import type { Batches } from '../../ports/batch/batches.ts'
import type { BatchWorkflows } from '../../ports/batch/batch-workflows.ts'

/** Stores and workflows for telling batches. */
export interface TellBatchesPorts {
  readonly batches: Pick<Batches, 'running'>
  readonly batchWorkflows: Pick<BatchWorkflows, 'tellBatch'>
}

/** Tells the account's batches that one of its videos has ended: there may be a slot for an item. Safe to repeat. */
export async function tellBatches(
  { batches, batchWorkflows }: TellBatchesPorts,
  accountId: string,
): Promise<void> {
  for (const batchId of await batches.running(accountId)) await batchWorkflows.tellBatch(batchId)
}
