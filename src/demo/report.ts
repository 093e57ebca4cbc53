import path from 'node:path'

import type { DemoResult } from './make-video.ts'

/** Formats the result of the demo as text. */
export function report(made: DemoResult): string {
  const length = made.video.duration_seconds ?? 0
  const ratio = made.renderSeconds / length
  return `
  File          ${path.resolve(made.file)}
  Length        ${length.toFixed(1)} s, ${(made.sizeBytes / 1_000_000).toFixed(2)} MB
  Render time   ${made.renderSeconds.toFixed(1)} s, ${ratio.toFixed(2)} times its length
  Allowance     ${made.remainingSeconds} s remaining
  Workflow id   ${made.workflowId}
                To see it in the Temporal UI, run npm start
`
}
