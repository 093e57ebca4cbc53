import type { QueueState, RunState } from '../domain/operations.ts'

/** Watches the orchestrator for operators. Everything may throw the problem `service_unavailable`. */
export interface WorkWatch {
  /** Those of this service, then those of renderers of one's own. */
  queues(renderers: readonly string[]): Promise<QueueState[]>
  /** The newest run of a workflow; null when there is none, or it was too long ago. */
  run(workflowId: string): Promise<RunState | null>
}
