import type { CurrentRelease } from '../../domain/health/current-release.ts'
import type { QueueState, RunState } from '../../domain/health/operations.ts'

/** Watches the orchestrator for operators. Queues and runs may throw the problem `service_unavailable`. */
export interface WorkWatch {
  /** Those of this service, then those of renderers of one's own. */
  queues(renderers: readonly string[]): Promise<QueueState[]>
  /** The newest run of a workflow; null when there is none, or it was too long ago. */
  run(workflowId: string): Promise<RunState | null>
  /** The release whose workers begin new work, as of a few seconds ago; null while that is not known. Never rejects. */
  currentRelease(): Promise<CurrentRelease | null>
}
