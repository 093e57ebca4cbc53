import type { BatchKey } from '../../domain/batch/batch.ts'

/** Runs the workflows of batches. Everything may throw the problem `service_unavailable`: it may or may not have happened. */
export interface BatchWorkflows {
  /** Starts the run of a batch, unless it is there. A batch that has ended has nothing to do. */
  startBatch(batch: BatchKey): Promise<void>
  /** Tells a batch's run that a video of its account has ended. Safe to repeat and when it has ended. */
  tellBatch(batchId: string): Promise<void>
  /** Stops the run of a batch. Safe to repeat and when it has ended. */
  cancelBatch(batchId: string): Promise<void>
}
