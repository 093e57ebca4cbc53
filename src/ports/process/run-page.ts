/** Where one run is seen in the orchestrator's own pages; null when these are not known. */
export type RunPage = (workflowId: string, runId: string | null) => string | null
