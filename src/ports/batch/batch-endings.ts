import type { Batch } from '../../domain/batch/batch.ts'

/** A batch that has ended, and the event of its end. */
export interface BatchEnding {
  readonly event: { readonly id: string; readonly createdAt: Date }
  readonly batch: Batch
}

/** Reads how batches have ended. */
export interface BatchEndings {
  /** What has ended since an event of the account, as `VideoEndings.since`. */
  since(accountId: string, eventId: string): Promise<BatchEnding[] | null>
}
