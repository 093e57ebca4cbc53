import { Context } from '@temporalio/activity'

import type { BatchKey, ItemKey } from '../../domain/batch/batch.ts'
import type { ItemStart } from '../../domain/batch/item-start.ts'
import { ERROR_CATALOGUE, OutcomeUnknown, Problem } from '../../domain/error/errors.ts'
import { placeFaultOf } from '../../domain/error/place-fault.ts'
import { runBatchId } from '../../domain/video/workflow-id.ts'
import type { Batches } from '../../ports/batch/batches.ts'
import type { BatchWorkflows } from '../../ports/batch/batch-workflows.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { Log } from '../../ports/process/log.ts'
import type { NewId } from '../../ports/process/new-id.ts'
import type { Orphans } from '../../ports/process/orphans.ts'
import type { Orchestrator } from '../../ports/video/orchestrator.ts'
import { heartbeating } from '../heartbeating.ts'
import { forEachOrphan } from '../orphan-work.ts'

/** Stores, use cases and workflows for the steps of a batch. */
export interface BatchPorts {
  readonly batches: Pick<Batches, 'waiting' | 'failed' | 'finish'>
  /** As the API creates a video. */
  readonly startItem: (item: ItemKey) => Promise<ItemStart>
  /** As the API cancels a batch. */
  readonly cancelBatch: (batch: BatchKey) => Promise<void>
  readonly batchWorkflows: Pick<BatchWorkflows, 'startBatch'>
  readonly orchestrator: Pick<Orchestrator, 'isRunning'>
  readonly orphans: Pick<Orphans, 'overdueBatches'>
  readonly newId: NewId
  readonly clock: Clock
  readonly log: Log
}

/** An item whose start has an error of its own so often has a fault that no further try mends; others wait behind it. */
const MOST_ERRORS = 10

/** A run begins when its batch is accepted; one that is missing could not be started, or was ended from outside. */
const RESTARTED_AFTER_SECONDS = 120

/** Batches: starting their items one by one, and their end. */
export function createBatchActivities(ports: BatchPorts) {
  const { batches, startItem, cancelBatch, newId } = ports
  return {
    /** The numbers of the items that have not started, in order; null when the batch has no row. */
    waitingItems(batch: BatchKey): Promise<number[] | null> {
      return batches.waiting(batch)
    },

    /** Starts an item, or says why not yet. */
    startBatchItem(item: ItemKey): Promise<ItemStart> {
      return heartbeating(item, () => startItem(item).catch((error: unknown) => giveUp(ports, item, error)))
    },

    /** The number of items that have not ended; at 0 the batch has ended too. Null when it has no row. */
    finishBatch(batch: BatchKey): Promise<number | null> {
      return batches.finish(batch, newId('evt'))
    },

    /** Cancels what has not ended. */
    cancelBatchItems(batch: BatchKey): Promise<void> {
      return cancelBatch(batch)
    },

    ...createRestarts(ports),
  }
}

function createRestarts({ orphans, batchWorkflows, orchestrator, clock, log }: BatchPorts) {
  return {
    /** Begins a run for each batch that should have one and has none; their number. */
    async restartBatches(): Promise<number> {
      const restarted = await forEachOrphan(
        orphans.overdueBatches(RESTARTED_AFTER_SECONDS),
        clock,
        async (batch) => {
          if (await orchestrator.isRunning(runBatchId(batch.batchId))) return false
          await batchWorkflows.startBatch(batch)
          return true
        },
      )
      if (restarted > 0) log.warn({ restarted }, 'batches without a running workflow restarted')
      return restarted
    },
  }
}

/**
 * Ends an item whose start fails again and again by no fault of the place. Where the outcome is not known, only another try
 * can tell.
 *
 * @throws the error as long as another try may help.
 */
async function giveUp({ batches, log }: BatchPorts, item: ItemKey, error: unknown): Promise<ItemStart> {
  const isOfItem =
    !(error instanceof OutcomeUnknown) && !(error instanceof Problem) && placeFaultOf(error) === null
  if (!isOfItem || Context.current().info.attempt < MOST_ERRORS) throw error
  log.error({ ...item, error }, 'item of a batch cannot be started, and fails')
  const code = 'service_unavailable'
  await batches.failed(item, { code, message: ERROR_CATALOGUE[code].message })
  return { outcome: 'decided' }
}
