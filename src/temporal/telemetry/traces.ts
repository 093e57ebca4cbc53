import type { WorkflowClientInterceptor } from '@temporalio/client'
import type { ActivityInterceptorsFactory } from '@temporalio/worker'

/** What draws calls to Temporal and the steps of runs into traces. A run itself hands the trace on (workflows/hand-on.ts). */
export interface TemporalTraces {
  /** Of a client: what it starts belongs to the trace that it is called in. */
  readonly client: WorkflowClientInterceptor
  /** Of a worker, in the order in which a step passes them. */
  readonly activity: readonly ActivityInterceptorsFactory[]
}
