import type { WorkflowClientInterceptor } from '@temporalio/client'
import type { ActivityInterceptorsFactory, InjectedSinks } from '@temporalio/worker'
import type { Sinks } from '@temporalio/workflow'

/** What draws runs and their steps into traces. */
export interface TemporalTraces {
  /** Of a client: what it starts belongs to the trace that it is called in. */
  readonly client: WorkflowClientInterceptor
  /** Of a worker, in the order in which a step passes them. */
  readonly activity: readonly ActivityInterceptorsFactory[]
  /** Where the spans of workflows leave their sandbox. */
  readonly sinks: InjectedSinks<Sinks>
}
