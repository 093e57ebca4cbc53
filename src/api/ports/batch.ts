import type { Batches } from '../../ports/batch/batches.ts'
import type { BatchEndings } from '../../ports/batch/batch-endings.ts'
import type { CancelBatch } from '../../usecases/batch/cancel-batch.ts'
import type { CreateBatch } from '../../usecases/batch/create-batch.ts'

/** What requests about batches need. */
export interface BatchPorts {
  readonly batches: Pick<Batches, 'find' | 'page'>
  readonly batchEndings: BatchEndings
  readonly createBatch: CreateBatch
  readonly cancelBatch: CancelBatch
}
