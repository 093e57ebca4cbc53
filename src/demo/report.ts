import path from 'node:path'

import type { DemoResult } from './make-video.ts'

/** What was made, in words. */
export function report(made: DemoResult): string {
  const length = made.video.duration_seconds ?? 0
  const ratio = made.renderSeconds / length
  return `
  File          ${path.resolve(made.file)}
  Length        ${length.toFixed(1)} s, ${(made.sizeBytes / 1_000_000).toFixed(2)} MB
  Render time   ${made.renderSeconds.toFixed(1)} s, ${ratio.toFixed(2)} times its length
  Allowance     ${made.remainingSeconds} s remaining
  Workflow id   ${made.workflowId}
                npm start, then open it in the Temporal UI
`
}
