import { setCurrentDetails, setHandler, upsertSearchAttributes } from '@temporalio/workflow'

import { SEARCH_ATTRIBUTES, twinStatusQuery } from '../contract.ts'
import type { TwinInput, TwinRunStatus } from '../contract.ts'

/** The status of a workflow about a twin for operators: search attribute, details, and the `status` query. */
export interface TwinDisplay {
  status(): TwinRunStatus
  /** Shows what is being done, and the progress in percent, which never decreases. Returns the progress. */
  reach(step: string, progress: number, status?: 'working' | 'review'): number
  /** Shows the final status. */
  end(status: TwinRunStatus['status'], details: string): void
}

/** Creates the display of a workflow, which answers the query from now on. */
export function createTwinDisplay({ twinId }: TwinInput): TwinDisplay {
  let shown: TwinRunStatus = { status: 'working', step: 'begin', progress: 0 }
  setHandler(twinStatusQuery, () => shown)

  function show(next: TwinRunStatus, details: string): void {
    if (next.status !== shown.status) {
      upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.twinStatus, value: next.status }])
    }
    shown = next
    setCurrentDetails(`${twinId}: ${details}`)
  }

  return {
    status: () => shown,

    reach(step, reached, status = 'working') {
      const progress = Math.max(shown.progress, reached)
      show({ status, step, progress }, `${step}, ${progress} %`)
      return progress
    },

    end(status, details) {
      show({ status, step: details, progress: status === 'ready' ? 100 : shown.progress }, details)
    },
  }
}
