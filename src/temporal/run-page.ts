import type { RunPage } from '../ports/process/run-page.ts'

/**
 * Where Temporal's own pages show a run.
 *
 * @param uiUrl of those pages, without a slash at the end; null when nobody said where they are.
 */
export function createRunPage(uiUrl: string | null, namespace: string): RunPage {
  return (workflowId, runId) => {
    if (uiUrl === null) return null
    const workflow = `${uiUrl}/namespaces/${encodeURIComponent(namespace)}/workflows/${encodeURIComponent(workflowId)}`
    return runId === null ? workflow : `${workflow}/${runId}/history`
  }
}
