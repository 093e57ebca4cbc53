import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow'

import type { VideoStage } from '../domain/video/video.ts'
import { INDEXED_AT_START, SEARCH_ATTRIBUTES } from './contract.ts'
import type { ProduceVideoInput, RunStatus } from './contract.ts'

/** The status of a workflow for operators: search attribute, details in the Temporal UI, and the `status` query. */
export interface RunDisplay {
  status(): RunStatus
  /** Shows that the video waits for a slot. */
  queue(): void
  /** Shows the stage and the progress in percent, which never decreases. Returns the progress. */
  reach(stage: VideoStage, progress: number): number
  /** Shows the final status. */
  end(status: RunStatus['status'], details: string): void
}

/** Creates the display of a workflow. */
export function createRunDisplay({ videoId }: ProduceVideoInput): RunDisplay {
  let shown: RunStatus = { status: 'reserving', stage: 'reserve', progress: 0 }
  let indexed: RunStatus['status'] = INDEXED_AT_START

  function show(next: RunStatus, details: string): void {
    if (next.status !== indexed) indexStatus(next.status)
    indexed = next.status
    shown = next
    setCurrentDetails(`${videoId}: ${details}`)
  }

  return {
    status: () => shown,

    queue() {
      show({ status: 'queued', stage: 'reserve', progress: 0 }, 'waiting for a slot')
    },

    reach(stage, reached) {
      const progress = Math.max(shown.progress, reached)
      show({ status: 'rendering', stage, progress }, `${stage}, ${progress} %`)
      return progress
    },

    end(status, details) {
      const progress = status === 'ready' ? 100 : shown.progress
      show({ status, stage: shown.stage, progress }, details)
    },
  }
}

function indexStatus(status: string): void {
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.videoStatus, value: status }])
}
