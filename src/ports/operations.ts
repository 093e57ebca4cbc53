import type { ConfigurationFinding, QueueState, RunState, VideoAtWork } from '../domain/operations.ts'

/** Watches the orchestrator for operators. Everything may throw the problem `service_unavailable`. */
export interface WorkWatch {
  /** Those of this service, then those of renderers of one's own. */
  queues(renderers: readonly string[]): Promise<QueueState[]>
  /** The newest run of a workflow; null when there is none, or it was too long ago. */
  run(workflowId: string): Promise<RunState | null>
}

/** Reads the videos of all accounts, for operators only. */
export interface VideosAtWork {
  /** Unfinished videos, the oldest first, and their total number. */
  unfinished(limit: number): Promise<{ videos: VideoAtWork[]; total: number }>
  /** Failed in the last so many hours by no fault of their request, the newest first. */
  failed(hours: number, limit: number): Promise<VideoAtWork[]>
}

/** Looks at what the installation is set to, now. */
export type CheckConfiguration = () => Promise<ConfigurationFinding[]>

/** Where one run is seen in the orchestrator's own pages; null when these are not known. */
export type RunPage = (workflowId: string, runId: string | null) => string | null
