import { defaultPayloadConverter } from '@temporalio/common'
import type { ActivityInterceptorsFactory } from '@temporalio/worker'

import { withLogFacts } from '../../process/log-facts.ts'
import type { LogFacts } from '../../process/log-facts.ts'
import { LOG_FACTS } from '../../workflows/contract.ts'

/** Has every line that is written during a step say which one it is, and what its run is about (workflows/log-facts.ts). */
export const withStepFacts: ActivityInterceptorsFactory = ({ info }) => ({
  inbound: {
    execute({ headers, ...input }, next) {
      const ofRun = headers[LOG_FACTS]
      const facts: LogFacts = {
        ...(ofRun && (defaultPayloadConverter.fromPayload(ofRun) as LogFacts)),
        // Absent in activities that no workflow began, which we have none of.
        ...(info.workflowExecution && { workflowId: info.workflowExecution.workflowId }),
        step: info.activityType,
        attempt: info.attempt,
      }
      return withLogFacts(facts, () => next({ headers, ...input }))
    },
  },
})
